/**
 * Playwright's assertions, each after a cheap wait for its condition. While an assertion fails, Playwright describes the
 * whole page at each try, for its report, which slows the page down; and after a moment it tries only twice a second.
 * Invariant: only Playwright's assertion decides what passes.
 */
import { setTimeout } from 'node:timers/promises';
import {
  expect as base,
  type ExpectMatcherState,
  type Locator,
  type MatcherReturnType,
} from '@playwright/test';

const INTERVAL_MILLISECONDS = 40;
/** After this the rest is left to Playwright's own wait: the condition here may differ from what it asserts. */
const MOST_MILLISECONDS = 5_000;

type Text = string | RegExp;

interface Options {
  readonly timeout?: number;
}

export const expect = base.extend({
  toBeVisible(locator: Locator, options?: Options) {
    const isSo = async () => (await locator.isVisible()) !== this.isNot;
    return assertion(this, { isSo, options, assert: () => expectation(this, locator).toBeVisible(options) });
  },
  toHaveCount(locator: Locator, count: number, options?: Options) {
    const isSo = async () => ((await locator.count()) === count) !== this.isNot;
    return assertion(this, {
      isSo,
      options,
      assert: () => expectation(this, locator).toHaveCount(count, options),
    });
  },
  toHaveText(locator: Locator, text: Text | readonly Text[], options?: Options) {
    const isSo = () => hasText(locator, text, this.isNot);
    return assertion(this, {
      isSo,
      options,
      assert: () => expectation(this, locator).toHaveText(text, options),
    });
  },
  toContainText(locator: Locator, text: Text | readonly Text[], options?: Options) {
    const isSo = () => hasText(locator, text, this.isNot);
    return assertion(this, {
      isSo,
      options,
      assert: () => expectation(this, locator).toContainText(text, options),
    });
  },
});

interface Asserted {
  readonly isSo: () => Promise<boolean>;
  readonly assert: () => Promise<void>;
  readonly options: Options | undefined;
}

async function assertion(
  { isNot, timeout }: ExpectMatcherState,
  { isSo, assert, options }: Asserted,
): Promise<MatcherReturnType> {
  const last = performance.now() + Math.min(options?.timeout ?? timeout, MOST_MILLISECONDS);
  // An error is for the assertion to report.
  while (!(await isSo().catch(() => true)) && performance.now() < last)
    await setTimeout(INTERVAL_MILLISECONDS);
  try {
    await assert();
    return { pass: !isNot, message: () => '' };
  } catch (error) {
    return { pass: isNot, message: () => (error instanceof Error ? error.message : String(error)) };
  }
}

function expectation({ isNot }: ExpectMatcherState, locator: Locator) {
  const assertions = base(locator);
  return isNot ? assertions.not : assertions;
}

/** True if an element matches and, unless `isNot`, contains the text. */
async function hasText(locator: Locator, text: Text | readonly Text[], isNot: boolean): Promise<boolean> {
  const isOne = typeof text === 'string' || text instanceof RegExp;
  const wanted = isOne && !isNot ? locator.filter({ hasText: text }) : locator;
  return (await wanted.count()) > 0;
}
