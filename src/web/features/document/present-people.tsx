/** The other people who have the document open now. */
import { usePerson } from '#web/forms/person-name.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import css from './present-people.module.css';

/** If there are more, only their number is shown. */
const mostShown = 3;

export function PresentPeople({ people }: { readonly people: readonly string[] }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const shown = people.slice(0, mostShown);
  const rest = people.length - shown.length;
  return (
    <ul className={css.people} aria-label={t('alsoHere.label')}>
      {shown.map((id) => (
        <Person key={id} id={id} />
      ))}
      {rest > 0 ? (
        <li className={css.rest}>{t('alsoHere.more', { count: rest, number: format.count(rest) })}</li>
      ) : null}
    </ul>
  );
}

function Person({ id }: { readonly id: string }) {
  const { t } = useTranslation('document');
  const { label } = usePerson(id);
  const words = t('alsoHere.one', { name: label });
  return (
    <li data-tip={words}>
      <Avatar login={id} name={label} size={24} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </li>
  );
}
