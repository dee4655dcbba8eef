/** Sets properties of the selected documents. It shows the current and the new values of each before anything is changed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { propertyOf } from '#web/api/document-context.ts';
import { propertiesOfMany } from '#web/api/properties-of-many.ts';
import type { FormField } from '#web/forms/form-field.ts';
import { ValueView } from '#web/forms/value-view.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { EditFrame, type NewValues } from '../jobs/edit-fields.tsx';
import { shownName } from '../kind-word.ts';
import css from '../rights/rights.module.css';
import type { StoredDocument } from '../stored-document.ts';
import { changesOfMany } from './new-values.ts';
import { useSetProperties } from './use-set-properties.ts';

export interface EditDialogProps {
  readonly documents: readonly StoredDocument[];
  readonly onClose: () => void;
}

/** Further documents are only counted. */
const mostRows = 200;

export function EditDialog({ documents, onClose }: EditDialogProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const set = useSetProperties();
  const [values, setValues] = useState<NewValues>(new Map());
  const known = useQuery(propertiesOfMany(documents.map(({ uid }) => uid)));
  const current = documents.flatMap(({ uid }) => known.data?.get(uid) ?? []);
  const changed = changesOfMany(current, values);
  const count = documents.length;
  const save = () => {
    onClose();
    void set(changed);
  };
  return (
    <EditFrame
      title={t('job.editTitle', { count, number: format.count(count) })}
      values={values}
      onValues={setValues}
      preview={(fields) => (
        <>
          {known.error === null ? null : (
            <Note kind="bad" onRetry={() => void known.refetch()}>
              {known.error.message}
            </Note>
          )}
          <Preview fields={fields} values={values} documents={current} />
        </>
      )}
      canSave={changed.length > 0}
      onSave={save}
      onClose={onClose}
    />
  );
}

interface PreviewProps {
  readonly fields: readonly FormField[];
  readonly values: NewValues;
  readonly documents: readonly DocumentEntity[];
}

function Preview({ fields, values, documents }: PreviewProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const rest = documents.length - mostRows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
    <section className={css.preview} aria-label={t('job.preview.label')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('job.preview.document')}</th>
            <th scope="col">{t('job.preview.now')}</th>
            <th scope="col">{t('job.preview.then')}</th>
          </tr>
        </thead>
        <tbody>
          {documents.slice(0, mostRows).map((document) => {
            const isChanged = changesOfMany([document], values).length > 0;
            return (
              <tr key={document.uid}>
                <th scope="row">
                  <bdi>{shownName(document)}</bdi>
                </th>
                <td>
                  {fields.map((field) => (
                    <span key={field.name} className={css.held}>
                      <ValueView field={field} value={propertyOf(document, field.name)} />
                    </span>
                  ))}
                </td>
                <td className={isChanged ? css.changed : css.why}>
                  {isChanged
                    ? fields.map((field) => (
                        <span key={field.name} className={css.held}>
                          <ValueView field={field} value={values.get(field.name)} />
                        </span>
                      ))
                    : t('job.preview.same')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rest > 0 ? (
        <p className={css.text}>{t('job.more', { count: rest, number: format.count(rest) })}</p>
      ) : null}
    </section>
  );
}
