// Closes the run with one plain line that programs and people can read: "12 passed, 0 failed".

import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

export default class SummaryReporter implements Reporter {
  private suite: Suite | undefined;
  private brokenOutsideTests = false;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onError(): void {
    this.brokenOutsideTests = true;
  }

  async onExit(): Promise<void> {
    const tests = this.suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === 'expected').length;
    const skipped = tests.filter((test) => test.outcome() === 'skipped').length;
    const failed = tests.length - passed - skipped + (this.brokenOutsideTests ? 1 : 0);
    const parts = [`${passed} passed`, `${failed} failed`];
    if (skipped > 0) parts.push(`${skipped} not run`);
    console.log(parts.join(', '));
  }

  onEnd(_result: FullResult): void {}

  printsToStdio(): boolean {
    return false;
  }
}
