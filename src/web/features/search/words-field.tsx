/** The field for the words to search. They go into the address when typing pauses, or at once on Enter. */
import { Search as SearchIcon } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from '#web/ui/icon.tsx';
import css from './words-field.module.css';

const restMs = 350;

export interface WordsFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function WordsField({ value, onChange }: WordsFieldProps) {
  const { t } = useTranslation('search');
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  if (sent !== value) {
    setSent(value);
    setTyped(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (text: string) => {
    clearTimeout(timer.current);
    setSent(text);
    if (text !== value) onChange(text);
  };
  return (
    <search className={css.search}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(typed);
        }}
      >
        <Icon icon={SearchIcon} />
        <input
          type="search"
          className={css.input}
          dir="auto"
          aria-label={t('words.label')}
          placeholder={t('words.placeholder')}
          value={typed}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            clearTimeout(timer.current);
            timer.current = setTimeout(send, restMs, text);
          }}
        />
      </form>
    </search>
  );
}
