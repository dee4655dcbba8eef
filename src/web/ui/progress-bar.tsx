// The progress of some work; a failed part is shown separately. Without `share` it only shows that work is going on.
import css from './progress-bar.module.css';

export interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly share?: number;
  /** From 0 to 1, shown after the done part. */
  readonly failed?: number;
  /** As text: "84 of 128 files". */
  readonly text?: string;
}

export function ProgressBar({ label, share, failed = 0, text }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      className={css.bar}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      aria-valuetext={text}
    >
      {share === undefined ? (
        <i className={css.sweep} />
      ) : (
        <>
          <i className={css.done} style={{ translate: `${(share - 1) * 100}%` }} />
          {failed > 0 ? (
            <i
              className={css.failed}
              style={{ inlineSize: `${failed * 100}%`, marginInlineStart: `calc(${share * 100}% + 1px)` }}
            />
          ) : null}
        </>
      )}
    </div>
  );
}
