//! Stub.
/// Stub.
pub fn generate(rows: u16, columns: u16, _rng: &mut crate::seed::Rng) -> String {
    format!("{}\n", ".".repeat(columns.into())).repeat(rows.into())
}
