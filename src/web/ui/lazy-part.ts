// Components whose code loads on demand. Invariant: a failed download never breaks a page: what is on screen stays, and the
// download is repeated until it succeeds. Meanwhile a notice says so (session/missing-parts.tsx).
import { type ComponentType, lazy } from 'react';
import { create } from 'zustand';
import { isLoadFailure } from './load-failure.ts';

export interface MissingPartProps {
  /** For a dialog, which can be cancelled. */
  readonly onClose?: (() => void) | undefined;
}

/** Shown in place of a part that failed to load; null while none is missing. */
export const useMissingPart = create<{ readonly Notice: ComponentType<MissingPartProps> | null }>(() => ({
  Notice: null,
}));

const retryMs = 2_000;

let whenMissing = <Part>(load: () => Promise<Part>): Promise<Part> =>
  new Promise((resolve) => setTimeout(resolve, retryMs)).then(() => untilHere(load));

/** @param wait repeats a failed download until it succeeds */
export function onMissingPart(wait: typeof whenMissing): void {
  whenMissing = wait;
}

function untilHere<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch((cause) => {
    if (isLoadFailure(cause)) return whenMissing(load);
    throw cause;
  });
}

/** React's `lazy`, except that a failed download does not break the page. */
export const lazyPart: typeof lazy = (load) => lazy(() => untilHere(load));
