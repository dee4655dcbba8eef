// A box that filters a list. The text is reported after a short pause, so that not every letter causes a request.
import { Search, X } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import css from './search-box.module.css';

export interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly className?: string;
}

const pauseMs = 200;

export function SearchBox({ label, value, onChange, className }: SearchBoxProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (text: string, pause: number) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(onChange, pause, text);
  };
  return (
    <search className={cx(css.box, className)}>
      <Icon icon={Search} size={14} />
      <input
        type="text"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => change(event.currentTarget.value, pauseMs)}
        onKeyDown={(event) => event.key === 'Escape' && typed !== '' && change('', 0)}
      />
      {typed === '' ? null : (
        <IconButton icon={X} size="small" label={t('clear')} onClick={() => change('', 0)} />
      )}
    </search>
  );
}
