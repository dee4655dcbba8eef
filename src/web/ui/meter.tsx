// How much of something is used: quota. Not for work in progress (ProgressBar).
import css from './meter.module.css';

export interface MeterProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  /** The share in words: "412 of 500 GB". */
  readonly text: string;
}

export function Meter({ label, share, text }: MeterProps) {
  return (
    <meter className={css.meter} aria-label={label} aria-valuetext={text} min={0} max={1} value={share}>
      {text}
    </meter>
  );
}
