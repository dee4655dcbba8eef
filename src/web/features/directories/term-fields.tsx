/** The fields of a term: its labels in every language, its parent, whether it is obsolete. */

import { readableName } from '#web/forms/readable-name.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { DirectoryEntity } from '#wire/directory.ts';
import { isString, type JsonObject } from '#wire/json.ts';
import css from './directories-page.module.css';
import type { Term } from './terms.ts';
import type { Terms } from './use-terms.ts';

export interface TermFieldsProps {
  readonly directory: DirectoryEntity;
  readonly terms: Terms;
  /** Empty for a new term. A term cannot be its own parent. */
  readonly id: string;
  readonly values: JsonObject;
  readonly onChange: (values: JsonObject) => void;
}

export function useColumnLabel(): (column: string) => string {
  const { t } = useTranslation('directories');
  const format = useFormat();
  return (column) => {
    const language = /^label_(.+)$/.exec(column)?.[1];
    if (column === 'label') return t('label');
    if (language === undefined) return readableName(column);
    const named = new Intl.DisplayNames(format.locale, { type: 'language' }).of(language.replace('_', '-'));
    return t('labelIn', { language: named ?? language });
  };
}

export function TermFields({ directory, terms, id, values, onChange }: TermFieldsProps) {
  const { t } = useTranslation('directories');
  const labelOf = useColumnLabel();
  const set = (name: string, value: string | number | null) => onChange({ ...values, [name]: value });
  const text = (name: string) => {
    const value = values[name];
    return isString(value) ? value : '';
  };
  const options = parentsFor(directory, terms, id).map((term) => ({
    id: term.entryId,
    label: term.label,
    detail: term.label === term.entryId ? undefined : term.entryId,
  }));
  const parent = text('parent');
  return (
    <div className={css.fields}>
      {terms.columns.map((column) => (
        <TextField
          key={column}
          label={labelOf(column)}
          autoComplete="off"
          value={text(column)}
          placeholder={column === 'label' ? undefined : t('notTranslated')}
          onChange={(value) => set(column, value)}
        />
      ))}
      {directory.parent === null ? null : (
        <Combobox
          label={t('under')}
          placeholder={t('top')}
          options={options}
          value={
            parent === '' ? null : (options.find((one) => one.id === parent) ?? { id: parent, label: parent })
          }
          onChange={(chosen) => set('parent', chosen?.id ?? null)}
        />
      )}
      <div className={css.switch}>
        <Switch
          label={t('obsolete')}
          checked={Number(values.obsolete ?? 0) > 0}
          onChange={(on) => set('obsolete', on ? 1 : 0)}
        />
        <span className={css.hint}>{t('obsoleteHint')}</span>
      </div>
    </div>
  );
}

/** The terms that can be the parent: not the term itself and none below it, as a cycle would be out of the tree. */
function parentsFor(directory: DirectoryEntity, { tree }: Terms, id: string): readonly Term[] {
  if (directory.parent !== directory.name) return tree.roots.filter(({ borrowed }) => borrowed);
  const without = (terms: readonly Term[]): readonly Term[] =>
    terms
      .filter(({ entryId }) => entryId !== id)
      .flatMap((term) => [term, ...without(tree.children.get(term.id) ?? [])]);
  return without(tree.roots);
}
