/** How long anything may take before a test fails, in milliseconds: far more than it needs, for busy machines. */
export const PATIENCE = 20_000;
