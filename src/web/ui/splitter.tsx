// The edge between two panes: dragged, or moved by arrow keys; a double click restores the default width.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import css from './splitter.module.css';

export interface SplitterProps {
  readonly label: string;
  /** Width of the pane, in px. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly rest: number;
  /** Which side of the splitter the pane is on, along the line of text. */
  readonly pane: 'start' | 'end';
  readonly onChange: (value: number) => void;
}

const stepPx = 16;

export function Splitter({ label, value, min, max, rest, pane, onChange }: SplitterProps) {
  const start = useRef<{ readonly x: number; readonly value: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))));
  /** +1 if moving right makes the pane wider. */
  const sense = (element: Element) => {
    const rtl = getComputedStyle(element).direction === 'rtl';
    return (pane === 'start') !== rtl ? 1 : -1;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (side !== 0) set(value + side * sense(event.currentTarget) * stepPx);
    else if (event.key === 'Home') set(min);
    else if (event.key === 'End') set(max);
    else if (event.key === 'Enter') set(rest);
    else return;
    event.preventDefault();
  };
  const end = () => {
    start.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this is the window splitter pattern.
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={css.splitter}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(rest)}
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, value };
      }}
      onPointerMove={(event) => {
        if (start.current === null) return;
        set(start.current.value + (event.clientX - start.current.x) * sense(event.currentTarget));
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
