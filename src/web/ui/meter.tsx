// How full something is. Near the end it warns by colour; the numbers are beside it as text.
import css from './meter.module.css';

export interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** As text: "412 GB of 500 GB". */
  readonly text: string;
}

export function Meter({ label, value, max, text }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <meter
      className={css.meter}
      style={{ '--share': `${share * 100}%` }}
      data-full={share > 0.9 || undefined}
      aria-label={label}
      aria-valuetext={text}
      max={max}
      value={Math.min(value, max)}
    >
      {text}
    </meter>
  );
}
