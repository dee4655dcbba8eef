/**
 * A text area for mentions: after `@` it offers people whose name or login begins with the typed text. The list never takes the
 * focus: arrow keys choose, Enter or Tab accepts, Esc closes only the list. The value is plain text.
 */
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { suggestPeople } from '#web/api/people.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { announce } from '#web/ui/live-region.tsx';
import { TextArea, type TextAreaProps } from '#web/ui/text-area.tsx';
import css from './mention-area.module.css';
import { mentionAt, type TypedMention, withMention } from './mention-typing.ts';

const most = 6;

export function MentionArea({ value, onChange, onKeyDown, ...props }: TextAreaProps) {
  const { t } = useTranslation('forms');
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<TypedMention | null>(null);
  const [current, setCurrent] = useState(0);
  const caret = useRef<number | null>(null);
  const list = useId();
  const found = useQuery({
    ...suggestPeople({ term: typed?.term ?? '', kind: 'user', limit: most }),
    enabled: typed !== null,
  });
  const people = typed === null ? [] : (found.data ?? []);
  const open = people.length > 0;
  const chosen = Math.min(current, people.length - 1);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const findMention = (text: string, at: number) => {
    const next = mentionAt(text, at);
    if (next !== null && typed === null) announce(t('mention.hint'));
    if (next?.term !== typed?.term) setCurrent(0);
    setTyped(next);
  };
  const take = (login: string) => {
    if (typed === null) return;
    const next = withMention(value, typed, login);
    caret.current = next.caret;
    onChange(next.text);
    setTyped(null);
  };
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = people[chosen];
    if (!open || person === undefined || event.ctrlKey || event.metaKey) return onKeyDown?.(event);
    if (step !== undefined) setCurrent((chosen + step + people.length) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(person.id);
    else if (event.key === 'Escape') setTyped(null);
    else return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={css.area}>
      <TextArea
        {...props}
        ref={area}
        value={value}
        aria-autocomplete="list"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open ? `${list}${chosen}` : undefined}
        onChange={(text) => {
          onChange(text);
          findMention(text, area.current?.selectionStart ?? text.length);
        }}
        onKeyDown={keyDown}
        onBlur={() => setTyped(null)}
      />
      {open ? (
        <div id={list} role="listbox" aria-label={t('mention.people')} className={css.list}>
          {people.map((person, index) => (
            // The text area handles the keys, and keeps the focus while a person is chosen with the pointer.
            // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant names the chosen one.
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the text does the same.
            <div
              key={person.id}
              id={`${list}${index}`}
              role="option"
              aria-selected={index === chosen}
              className={css.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(person.id)}
            >
              <Avatar login={person.id} name={person.label} size={20} />
              <bdi>{person.label}</bdi>
              {person.label === person.id ? null : <bdi className={css.login}>{person.id}</bdi>}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
