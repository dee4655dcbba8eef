/** Sets the same properties on everything found. Only properties added to the dialog are changed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkSubject } from '#web/api/bulk.ts';
import { columnValues } from '#web/api/column-values.ts';
import type { FormField } from '#web/forms/form-field.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useStartBulk } from './bulk-run.ts';
import { EditFrame, type NewValues } from './edit-fields.tsx';
import css from './jobs.module.css';

export interface FoundDialogProps {
  readonly subject: BulkSubject;
  readonly count: number;
  /** `count` as shown: "10,000+" if the server stopped counting. */
  readonly number: string;
  readonly onClose: () => void;
}

/** The largest number of current values to show. */
const mostShown = 5;

export function EditFoundDialog({ subject, count, number, onClose }: FoundDialogProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const start = useStartBulk();
  const [values, setValues] = useState<NewValues>(new Map());
  const save = () => {
    onClose();
    start(
      { subject, action: 'setProperties', parameters: Object.fromEntries(values) },
      {
        doing: t('job.editing'),
        done: ({ total }) => t('job.edited', { count: total, number: format.count(total) }),
      },
    );
  };
  return (
    <EditFrame
      title={t('job.editTitle', { count, number })}
      values={values}
      onValues={setValues}
      before={(field) => <Before subject={subject} field={field} />}
      onSave={save}
      onClose={onClose}
    />
  );
}

/** Shows the documents' current values, so that nobody overwrites them unseen. */
function Before({ subject, field }: Pick<FoundDialogProps, 'subject'> & { readonly field: FormField }) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const query = subject.kind === 'query' && hasValues(subject.query, field) ? subject : null;
  const { data } = useQuery({
    ...columnValues(field.name, { query: query?.query ?? '', params: query?.params ?? [] }, 'changes'),
    enabled: query !== null,
  });
  if (data === undefined) return null;
  const shown = data.slice(0, mostShown).map((value) => (value === '' ? t('filters.none') : value));
  const rest = data.length - shown.length;
  const more = rest > 0 ? [t('job.more', { count: rest, number: format.count(rest) })] : [];
  return <p className={css.before}>{t('job.before', { values: format.list([...shown, ...more]) })}</p>;
}

/** A query with its own ORDER BY cannot be changed to select a column; only plain values are readable. */
function hasValues(query: string, { kind, list }: FormField): boolean {
  const isAskable = /^SELECT \* FROM/.test(query) && !/\border\s+by\b/i.test(query);
  return isAskable && !list && ['text', 'choice', 'directory', 'principal', 'whole'].includes(kind);
}
