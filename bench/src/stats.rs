//! Means, medians and percentiles.

/// The sum divided by how many there are.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / number(values.len() as u64)
}

/// How far single measurements lie from their mean: the standard deviation of a sample.
pub fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / number(values.len() as u64 - 1)).sqrt()
}

/// How far the mean may lie from that of many more measurements: the standard error.
pub fn standard_error(values: &[f64]) -> f64 {
    deviation(values) / number(values.len() as u64).sqrt()
}

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
    fn the_mean_comes_with_its_doubt() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let values = [2.0, 4.0, 4.0, 6.0];
        assert!(close(mean(&values), 4.0));
        assert!(close(deviation(&values), (8.0_f64 / 3.0).sqrt()));
        assert!(close(standard_error(&values), (8.0_f64 / 3.0).sqrt() / 2.0));
    }

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
