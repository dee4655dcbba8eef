// Components whose code is fetched when they are wanted. Invariant: code that does not come never ends a page: what is on
// screen stays, and the code is asked for until it comes. What stands around the pages says so (session/missing-parts.tsx).
import { type ComponentType, lazy } from 'react';
import { create } from 'zustand';
import { isLoadFailure } from './load-failure.ts';

export interface MissingPartProps {
  /** Of a dialog, which can be given up. */
  readonly onClose?: (() => void) | undefined;
}

/** What stands in the place of a part that did not come; null while none is missing. */
export const useMissingPart = create<{ readonly Notice: ComponentType<MissingPartProps> | null }>(() => ({
  Notice: null,
}));

const retryMs = 2_000;

let whenMissing = <Part>(load: () => Promise<Part>): Promise<Part> =>
  new Promise((resolve) => setTimeout(resolve, retryMs)).then(() => untilHere(load));

/** @param wait has what did not come asked for again, for as long as it takes */
export function onMissingPart(wait: typeof whenMissing): void {
  whenMissing = wait;
}

function untilHere<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch((cause) => {
    if (isLoadFailure(cause)) return whenMissing(load);
    throw cause;
  });
}

/** React's `lazy`, which ends the page where code does not come. */
export const lazyPart: typeof lazy = (load) => lazy(() => untilHere(load));
