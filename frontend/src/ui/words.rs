//! Numbers as they stand in sentences and tables.

/// A number with its word: "1 pile", "2 piles".
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// A number with a real minus.
pub fn signed(number: impl Into<i64>) -> String {
    number.into().to_string().replace('-', "−")
}

/// A mean to a tenth, rounded as people do: halves away from zero.
pub fn tenths(mean: f64) -> String {
    format!("{:.1}", (mean * 10.0).round() / 10.0).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_has_no_s() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "pile")), ["0 piles", "1 pile", "2 piles"]);
    }

    #[test]
    fn a_minus_is_one_and_halves_go_up() {
        assert_eq!([signed(-12), signed(0)], ["−12", "0"]);
        assert_eq!([5.5, 29.25, -4.25].map(tenths), ["5.5", "29.3", "−4.3"]);
    }
}
