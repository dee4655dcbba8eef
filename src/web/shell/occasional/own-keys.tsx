// One line of the sheet of keys, where people may choose their own keys.
import { Pencil, RotateCcw } from 'lucide';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { shownCombination } from '#web/ui/shortcut-keys.ts';
import { useKeyNames } from '#web/ui/use-key-names.ts';
import { commandWith, mayBeChosen, writtenKeys } from './chosen-keys.ts';
import css from './shortcut-sheet.module.css';

export interface ListedKeys {
  readonly keys: string;
  readonly label: string;
  readonly group: string;
}

export interface OwnKeysProps extends ListedKeys {
  /** All commands with keys: two must not have the same. */
  readonly all: readonly ListedKeys[];
}

export function OwnKeys({ keys, label, all }: OwnKeysProps) {
  const { t } = useTranslation('occasional');
  const nameOf = useKeyNames();
  const { ownKeys } = useFramePreferences();
  const [choosing, setChoosing] = useState(false);
  const [problem, setProblem] = useState('');
  const line = useRef<HTMLElement>(null);

  /** Closes the choice, and returns the focus to the button that opened it. */
  const end = () => {
    flushSync(() => {
      setProblem('');
      setChoosing(false);
    });
    line.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  };

  const choose = (next: string) => {
    const shown = shownCombination(next, nameOf);
    const taken = commandWith(next, keys, all, ownKeys);
    if (!mayBeChosen(next)) return setProblem(t('ownKeys.reserved', { keys: shown }));
    if (taken !== undefined) return setProblem(t('ownKeys.taken', { keys: shown, name: taken.label }));
    const { [keys]: _before, ...others } = ownKeys;
    setFramePreferences({ ownKeys: next === keys ? others : { ...others, [keys]: next } });
    end();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    // The chosen key must reach neither the dialog, which Esc would close, nor the page.
    event.nativeEvent.stopImmediatePropagation();
    const next = writtenKeys(event);
    if (event.key === 'Escape') end();
    else if (next !== undefined) choose(next);
  };

  return (
    <dd ref={line} className={css.own}>
      {choosing ? (
        <button
          type="button"
          ref={focusOn}
          className={css.press}
          aria-label={t('ownKeys.press', { name: label })}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setProblem('');
            setChoosing(false);
          }}
        >
          {t('ownKeys.now')}
        </button>
      ) : (
        <>
          {Object.hasOwn(ownKeys, keys) ? (
            <IconButton
              size="small"
              icon={RotateCcw}
              label={t('ownKeys.reset', { name: label })}
              onClick={() => choose(keys)}
            />
          ) : null}
          <IconButton
            size="small"
            className={css.change}
            icon={Pencil}
            label={t('ownKeys.change', { name: label })}
            onClick={() => {
              setProblem('');
              setChoosing(true);
            }}
          />
          <Kbd keys={keys} />
        </>
      )}
      <span role="alert" className={css.problem}>
        {problem}
      </span>
    </dd>
  );
}

/** Moves the focus here from the button it replaces. */
function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
