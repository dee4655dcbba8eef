/** A comment that somebody wrote in an earlier step. */
import { usePerson } from '#web/forms/person-name.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import css from './task-page.module.css';

export interface RemarkProps {
  readonly author: string;
  readonly text: string;
  readonly date?: string;
}

export function Remark({ author, text, date }: RemarkProps) {
  const format = useFormat();
  const person = usePerson(author);
  return (
    <article className={css.remark}>
      <Avatar login={person.id} name={person.label} size={24} />
      <div>
        <header>
          <b>
            <bdi>{person.label}</bdi>
          </b>
          {date === undefined ? null : <time dateTime={date}>{format.day(new Date(date))}</time>}
        </header>
        <p dir="auto">{text}</p>
      </div>
    </article>
  );
}
