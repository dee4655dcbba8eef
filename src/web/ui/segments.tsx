// A few views of the same page as adjacent buttons; the current one is pressed.
import css from './segments.module.css';

interface Segment<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: string;
}

export interface SegmentsProps<Id extends string> {
  readonly label: string;
  readonly segments: readonly Segment<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

export function Segments<Id extends string>({ label, segments, value, onChange }: SegmentsProps<Id>) {
  return (
    <fieldset className={css.segments} aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.id}
          type="button"
          aria-pressed={segment.id === value}
          onClick={() => onChange(segment.id)}
        >
          {segment.label}
          {segment.count === undefined ? null : <span>{segment.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
