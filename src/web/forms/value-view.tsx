// Shows a property's value: terms by their labels, people by their names, dates in the reader's format.

import { useQuery } from '@tanstack/react-query';
import { treeView } from '#web/api/children.ts';
import { documentById } from '#web/api/document-by-id.ts';
import { isEmpty } from '#web/api/same-value.ts';
import { clockText } from '#web/i18n/clock-text.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import { FileFact, fileOf } from './blob-field.tsx';
import { hasTime, parseDate } from './date-value.ts';
import { useFieldLabel } from './field-label.ts';
import type { FormField } from './form-field.ts';
import css from './forms.module.css';
import { isSeconds } from './known-fields.ts';
import { PersonName } from './person-name.tsx';
import { useDirectoryLabels } from './use-directory.ts';

export interface ValueViewProps {
  readonly field: FormField;
  readonly value: Json | undefined;
}

export function ValueView({ field, value }: ValueViewProps) {
  if (isEmpty(value) || value === undefined) return <span className={css.quiet}>–</span>;
  if (!field.list) return <OneValue field={field} value={value} />;
  const items: readonly Json[] = Array.isArray(value) ? value : [value];
  const chips = field.kind === 'directory' || field.kind === 'text' || field.kind === 'choice';
  return (
    <span className={chips ? css.chips : css.lines}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, and a read-only list is not reordered.
        <span key={index} className={chips ? css.chip : undefined}>
          <OneValue field={{ ...field, list: false }} value={item} short={chips} />
        </span>
      ))}
    </span>
  );
}

interface OneValueProps {
  readonly field: FormField;
  readonly value: Json;
  /** For a chip: the term without its ancestors. */
  readonly short?: boolean;
}

function OneValue({ field, value, short = false }: OneValueProps) {
  const { t } = useTranslation('forms');
  const format = useFormat();
  switch (field.kind) {
    case 'yes-no':
      return value === true ? t('yes') : t('no');
    case 'whole':
    case 'decimal':
      if (typeof value !== 'number') return String(value);
      return isSeconds(field.name) ? clockText(value) : format.count(value);
    case 'date': {
      const date = parseDate(value);
      if (date === null) return String(value);
      return hasTime(date) ? format.dateTime(date) : format.date(date);
    }
    case 'directory':
      return isString(value) ? (
        <TermName directory={field.directory ?? ''} value={value} short={short} />
      ) : null;
    case 'principal':
      return isString(value) ? <PersonName id={value} /> : null;
    case 'document':
      return isString(value) ? <DocumentTitle uid={value} /> : null;
    case 'blob': {
      const file = fileOf(value);
      return file === null ? null : <FileFact {...file} />;
    }
    case 'complex':
      return <ComplexValue field={field} value={value} />;
    case 'text':
    case 'long-text':
    case 'choice':
      return (
        <bdi className={css.text}>{withVisibleControls(isString(value) ? value : JSON.stringify(value))}</bdi>
      );
  }
}

function ComplexValue({ field, value }: { readonly field: FormField; readonly value: Json }) {
  const labelOf = useFieldLabel();
  if (!isJsonObject(value)) return null;
  const shown = field.parts.filter(({ name }) => !isEmpty(value[name]));
  const partView = (part: FormField) => (
    <ValueView field={{ ...part, name: `${field.name}/${part.name}` }} value={value[part.name]} />
  );
  const [first] = shown;
  if (first !== undefined && field.parts.length === 1) return partView(first);
  return (
    <span className={css.lines}>
      {shown.map((part) => (
        <span key={part.name}>
          <span className={css.quiet}>{labelOf(`${field.name}/${part.name}`)} </span>
          {partView(part)}
        </span>
      ))}
    </span>
  );
}

interface TermNameProps {
  readonly directory: string;
  readonly value: string;
  readonly short?: boolean;
}

/** A term by its label, followed by its ancestors in a quieter colour. */
export function TermName({ directory, value, short = false }: TermNameProps) {
  const path = useDirectoryLabels(directory)(value);
  const above = path.slice(0, -1);
  return (
    <bdi>
      {path.at(-1)}
      {short || above.length === 0 ? null : <span className={css.quiet}> / {above.join(' / ')}</span>}
    </bdi>
  );
}

function DocumentTitle({ uid }: { readonly uid: string }) {
  const { data } = useQuery(documentById(uid, treeView));
  return <BidiName>{data?.title ?? uid}</BidiName>;
}
