/** A searchable list of all names that a query can use on this server, with type and meaning. */
import { useDeferredValue, useState } from 'react';
import { SYSTEM_FIELDS, type Vocabulary } from '#nxql/index.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { TextField } from '#web/ui/text-field.tsx';
import css from './field-list.module.css';

const mostShown = 200;

export function FieldList({ vocabulary }: { readonly vocabulary: Vocabulary }) {
  const { t } = useTranslation('search');
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim().toLowerCase());
  const properties = [...vocabulary.properties.values()].map(({ xpath, type, element, description }) => ({
    name: xpath,
    type: element === undefined ? type : `${element}[]`,
    description,
  }));
  const found = [...SYSTEM_FIELDS, ...properties].filter(
    ({ name, description }) =>
      name.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted),
  );
  return (
    <section className={css.fields} aria-label={t('editor.fields')}>
      <TextField
        type="search"
        label={t('editor.findField')}
        labelHidden
        placeholder={t('editor.findField')}
        value={typed}
        onChange={setTyped}
      />
      <dl className={css.list} tabIndex={0} aria-label={t('editor.fields')}>
        {found.slice(0, mostShown).map(({ name, type, description }) => (
          <div key={name} className={css.field}>
            <dt>
              <code>{name}</code>
              <span className={css.type}>{type}</span>
            </dt>
            <dd className={css.meaning}>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
