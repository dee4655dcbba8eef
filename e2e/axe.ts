/**
 * Runs axe in the page under test. Its package for Playwright injects the script (half a megabyte) twice for each check,
 * and makes axe describe everything that passes, too.
 */
import { setTimeout } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

/** Base UI's guards keep the focus inside an open popup; they are invisible and cannot be reached otherwise. */
const EXCLUDED = '[data-base-ui-focus-guard]';
/** A frame without scripts never answers, so wait no longer than this. */
const FRAME_MILLISECONDS = 1000;

interface Look {
  readonly runOnly: NonNullable<RunOptions['runOnly']>;
  /** Limits the check to a part of the page. */
  readonly within?: string | undefined;
}

/** One line for each rule that is violated. Frames of another origin are skipped: they only show users' files. */
export async function axeViolations(page: Page, { runOnly, within }: Look): Promise<readonly string[]> {
  const main = page.mainFrame();
  await bringAxe(main);
  const others = page.frames().filter((frame) => frame !== main);
  const noAnswer = () => setTimeout(FRAME_MILLISECONDS, undefined, { ref: false });
  await Promise.all(
    others.map((frame) => Promise.race([bringAxe(frame).catch(() => undefined), noAnswer()])),
  );
  const context = { include: within === undefined ? [] : [within], exclude: [EXCLUDED] };
  const options: RunOptions = { runOnly, resultTypes: ['violations'], selectors: false };
  return main.evaluate(analyse, { context, options });
}

/** Injects axe; it stays until the frame is reloaded. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(axe.source);
}

/** Runs in the page. */
async function analyse(options: {
  readonly context: { readonly include: string[]; readonly exclude: string[] };
  readonly options: RunOptions;
}): Promise<readonly string[]> {
  if (window.axe === undefined) throw new Error('There is no axe in this page');
  const { violations } = await window.axe.run(options.context, options.options);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
