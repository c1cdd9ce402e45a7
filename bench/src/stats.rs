//! Medians and percentiles.

/// The middle of some measurements; the mean of the two in the middle if there is no middle one.
///
/// # Panics
/// If there are none.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) }
}

/// The smallest measurement that at least `percent` of all don't exceed (nearest rank).
///
/// # Panics
/// If there are none.
pub fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted[rank - 1]
}

/// A count as a number to calculate with. Counts here stay far below 2^52, where this would begin to round.
#[allow(clippy::cast_precision_loss)]
pub const fn number(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_in_order() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(close(median(&[3.0, 1.0, 2.0]), 2.0));
        assert!(close(median(&[4.0, 1.0, 2.0, 3.0]), 2.5));
    }

    #[test]
    fn a_percentile_is_a_measurement() {
        let values: Vec<f64> = (1..=200).map(number).collect();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(close(percentile(&values, 50), 100.0));
        assert!(close(percentile(&values, 99), 198.0));
        assert!(close(percentile(&values, 100), 200.0));
        assert!(close(percentile(&[7.0], 50), 7.0));
    }
}
