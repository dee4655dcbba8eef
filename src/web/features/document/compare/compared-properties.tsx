// A table of the properties in which two documents differ.
import { useQuery } from '@tanstack/react-query';
import { sameValue } from '#web/api/same-value.ts';
import { schemas } from '#web/api/server-config.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import type { FormField } from '#web/forms/form-field.ts';
import { formSections } from '#web/forms/form-sections.ts';
import { ValueView } from '#web/forms/value-view.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { SchemaEntity } from '#wire/config.ts';
import css from './compare-page.module.css';
import { comparedValue } from './compared-value.ts';

export interface ComparedPropertiesProps {
  readonly earlier: StoredDocument;
  readonly later: StoredDocument;
  /** Headings of the two columns. */
  readonly names: readonly [earlier: string, later: string];
}

export function ComparedProperties({ earlier, later, names }: ComparedPropertiesProps) {
  const { t } = useTranslation('document');
  const labelOf = useFieldLabel();
  const { data, error, refetch } = useQuery(schemas());
  if (error !== null) {
    return (
      <Note kind="bad" onRetry={() => void refetch()}>
        {error.message}
      </Note>
    );
  }
  if (data === undefined) return <Skeleton width="70%" />;
  const different = differentFields(earlier, later, data);
  if (different.length === 0) return <p>{t('versions.same')}</p>;
  return (
    <table className={css.properties}>
      <thead>
        <tr>
          <th scope="col">{t('versions.property')}</th>
          {names.map((name, side) => (
            <th key={side === 0 ? 'earlier' : 'later'} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {different.map((field) => (
          <tr key={field.name}>
            <th scope="row">{labelOf(field.name)}</th>
            <td data-name={names[0]}>
              <ValueView field={field} value={earlier.properties?.[field.name]} />
            </td>
            <td data-name={names[1]}>
              <ValueView field={field} value={later.properties?.[field.name]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The fields that differ, without the text of notes: that has a view of its own. */
export function differentFields(
  earlier: StoredDocument,
  later: StoredDocument,
  known: readonly SchemaEntity[],
): readonly FormField[] {
  const value = (document: StoredDocument, name: string) =>
    comparedValue(document.properties?.[name] ?? null);
  return fieldsOf([earlier, later], known).filter(
    ({ name }) => !sameValue(value(earlier, name), value(later, name)),
  );
}

/** The fields of both documents, which may be of different types. */
function fieldsOf(
  documents: readonly StoredDocument[],
  known: readonly SchemaEntity[],
): readonly FormField[] {
  const fields = documents.flatMap((document) =>
    formSections(document, known).flatMap((section) => section.fields),
  );
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}
