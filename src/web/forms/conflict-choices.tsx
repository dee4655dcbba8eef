// Properties that two people changed at the same time: both values side by side, with whose they are, and a choice for each.
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isString, type Json } from '#wire/json.ts';
import css from './conflict-choices.module.css';
import { useFieldLabel } from './field-label.ts';
import type { FormField } from './form-field.ts';
import { usePerson } from './person-name.tsx';
import { ValueView } from './value-view.tsx';

export interface ValueConflict {
  readonly name: string;
  readonly mine: Json;
  readonly theirs: Json;
}

export interface ConflictChoicesProps {
  readonly conflicts: readonly ValueConflict[];
  readonly fields: readonly FormField[];
  /** Login of the person who saved the other values. */
  readonly contributor: string;
  /** True = keep mine; properties not chosen yet are missing. */
  readonly keepMine: ReadonlyMap<string, boolean>;
  readonly onChange: (keepMine: ReadonlyMap<string, boolean>) => void;
}

export function ConflictChoices({
  conflicts,
  fields,
  contributor,
  keepMine,
  onChange,
}: ConflictChoicesProps) {
  const { t } = useTranslation('forms');
  const labelOf = useFieldLabel();
  const { label: person } = usePerson(contributor);
  return conflicts.map(({ name, mine, theirs }) => {
    const field = fields.find((one) => one.name === name);
    return (
      <fieldset key={name} className={css.choice}>
        <legend>{labelOf(name)}</legend>
        {([true, false] as const).map((isMine) => (
          <label key={String(isMine)} className={css.side}>
            <input
              type="radio"
              name={name}
              checked={keepMine.get(name) === isMine}
              onChange={() => onChange(new Map(keepMine).set(name, isMine))}
            />
            <span className={css.value}>
              <span className={css.whose}>
                {isMine ? t('conflict.mine') : t('conflict.theirs', { name: person })}
              </span>
              {field === undefined ? (
                <PlainValue value={isMine ? mine : theirs} />
              ) : (
                <ValueView field={field} value={isMine ? mine : theirs} />
              )}
            </span>
          </label>
        ))}
      </fieldset>
    );
  });
}

/** The value of a property edited on its own page, such as the text of a note. */
function PlainValue({ value }: { readonly value: Json }) {
  return (
    <span className={css.plain} dir="auto">
      {isString(value) ? value : JSON.stringify(value)}
    </span>
  );
}

/** Who saved the other values, and when, as texts to show. */
export function useOtherSave(
  contributor: string | null,
  modified: string | null,
): { readonly name: string; readonly when: string } {
  const { label } = usePerson(contributor ?? '');
  const format = useFormat();
  return { name: label, when: modified === null ? '' : format.relative(new Date(modified)) };
}
