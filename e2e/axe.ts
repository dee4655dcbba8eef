/**
 * Axe in the page that is looked at. Its own package for Playwright brings the script, half a megabyte, twice for each
 * look, and has axe describe all that is right as well.
 */
import { setTimeout } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

/** Base UI's guards hold focus inside an open popup; they are seen by nobody and reached by nothing else. */
const EXCLUDED = '[data-base-ui-focus-guard]';
/** A frame in which no script may run never answers. */
const FRAME_MILLISECONDS = 1000;

interface Look {
  readonly runOnly: NonNullable<RunOptions['runOnly']>;
  /** Narrows it to a part of the page. */
  readonly within?: string | undefined;
}

/** One line for each rule that is broken. Frames of another origin are left out: only what people filed is shown there. */
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

/** It stays until the frame is loaded anew. */
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
