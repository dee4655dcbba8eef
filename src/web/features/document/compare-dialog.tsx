// Two states of a document side by side: only the properties that differ.
import { useQuery } from '@tanstack/react-query';
import { schemas } from '#web/api/server-config.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { sameValue } from '#web/forms/form-values.ts';
import { ValueView } from '#web/forms/value-view.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import { formSections } from './form-sections.ts';
import css from './panel-lists.module.css';

export interface CompareDialogProps {
  readonly older: StoredDocument;
  readonly newer: StoredDocument;
  readonly onClose: () => void;
}

export function CompareDialog({ older, newer, onClose }: CompareDialogProps) {
  const { t } = useTranslation('document');
  const labelOf = useFieldLabel();
  const { data = [] } = useQuery(schemas());
  const different = formSections(newer, data)
    .flatMap(({ fields }) => fields)
    .filter(
      ({ name }) =>
        !sameValue(content(older.properties?.[name] ?? null), content(newer.properties?.[name] ?? null)),
    );
  return (
    <Dialog
      open
      size="large"
      title={t('versions.compareTitle', { label: older.versionLabel ?? '' })}
      onClose={onClose}
    >
      {different.length === 0 ? (
        <p>{t('versions.same')}</p>
      ) : (
        <table className={css.compare}>
          <thead>
            <tr>
              <th scope="col">{t('versions.property')}</th>
              <th scope="col">{t('version', { label: older.versionLabel ?? '' })}</th>
              <th scope="col">
                {newer.isVersion ? t('version', { label: newer.versionLabel ?? '' }) : t('versions.now')}
              </th>
            </tr>
          </thead>
          <tbody>
            {different.map((field) => (
              <tr key={field.name}>
                <th scope="row">{labelOf(field.name)}</th>
                <td>
                  <ValueView field={field} value={older.properties?.[field.name]} />
                </td>
                <td>
                  <ValueView field={field} value={newer.properties?.[field.name]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

/** For comparing: the same bytes stand at another address for each state of a document. */
function content(value: Json): Json {
  if (Array.isArray(value)) return value.map(content);
  if (!isJsonObject(value)) return value;
  if (isString(value.digest)) return [value.name ?? null, value.digest];
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, content(inner ?? null)]));
}
