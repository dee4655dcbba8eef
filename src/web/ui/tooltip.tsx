// Gives its only child a tooltip. The text is put on the element as data; one layer for the whole page (tooltip-layer.tsx) shows
// it after 500 ms, so that a list of a thousand buttons does not mount a thousand tooltips.
import { cloneElement, type ReactElement } from 'react';

export interface TooltipProps {
  readonly text: string;
  /** Key or keys in the notation of shortcut-keys.ts: "F2", "mod+K". */
  readonly shortcut?: string;
  readonly children: ReactElement<{ readonly 'data-tip'?: string; readonly 'data-tip-keys'?: string }>;
}

export function Tooltip({ text, shortcut, children }: TooltipProps) {
  return cloneElement(children, { 'data-tip': text, 'data-tip-keys': shortcut });
}
