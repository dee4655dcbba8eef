/**
 * The palette: one field, one list. Arrow keys move in the list while the field keeps the focus; Enter opens.
 * Invariant: it closes before the chosen command runs, so that the focus is back where the reader was.
 */

import { Search } from 'lucide';
import { Fragment, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { boundCommands } from '#web/frame/commands.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { useModalDepth } from '#web/ui/modal-depth.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { typeEarlyKeys } from '#web/ui/type-early-keys.ts';
import css from './palette-dialog.module.css';
import { readPalette } from './palette-query.ts';
import { type PaletteItem, usePaletteItems } from './use-palette-items.ts';

interface PaletteDialogProps {
  readonly onClose: () => void;
}

export function PaletteDialog({ onClose }: PaletteDialogProps) {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  // Not deferred: Enter must not run the first item for fewer letters.
  const query = readPalette(typed);
  const [bound] = useState(boundCommands);
  const { items, searching } = usePaletteItems(query, bound);
  const current = Math.min(at, Math.max(0, items.length - 1));

  // A layout effect: a frame later, letters typed meanwhile would be lost.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    typeEarlyKeys(dialog.current?.querySelector('input'));
  }, []);
  useModalDepth(true, () => dialog.current?.querySelector('input'));
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const choose = (item: PaletteItem) => {
    if (item.disabledReason !== undefined) return;
    dialog.current?.close();
    onClose();
    if (item.to !== undefined) {
      void navigate(item.to);
    }
    item.run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = items[current];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt((current + 1) % Math.max(1, items.length));
    else if (event.key === 'ArrowUp') setAt((current - 1 + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      dialog.current?.close();
      onClose();
      void navigate(paths.search.href({ text: query.text }));
    } else if (event.key === 'Enter' && chosen !== undefined) choose(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={t('label')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onKeyDown={onKeyDown}
    >
      <div className={css.field}>
        {searching ? <Spinner /> : <Icon icon={Search} size={18} />}
        <input
          className={css.input}
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length === 0 ? undefined : `${id}-${current}`}
          aria-autocomplete="list"
          aria-label={t('label')}
          placeholder={t('prompt')}
          dir="auto"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('label')} className={css.list}>
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {items[index - 1]?.group === item.group ? null : (
              <div role="presentation" className={css.group}>
                {item.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list. */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, whose aria-activedescendant names the option. */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              aria-disabled={item.disabledReason !== undefined || undefined}
              className={css.item}
              onPointerMove={() => setAt(index)}
              onClick={() => choose(item)}
            >
              <Icon icon={item.icon} />
              <bdi className={css.label}>{withVisibleControls(item.label)}</bdi>
              {(item.disabledReason ?? item.detail) ? (
                <bdi className={css.detail}>{item.disabledReason ?? item.detail}</bdi>
              ) : null}
              {item.keys === undefined || item.disabledReason !== undefined ? null : <Kbd keys={item.keys} />}
            </div>
          </Fragment>
        ))}
      </div>
      {items.length === 0 && !searching ? <p className={css.none}>{t(`none.${query.scope}`)}</p> : null}
      <footer className={css.foot}>
        <span>
          <Kbd keys="ArrowUp" /> <Kbd keys="ArrowDown" /> {t('move')}
        </span>
        <span>
          <Kbd keys="Enter" /> {t('choose')}
        </span>
        <span>
          <kbd>{'>'}</kbd> {t('commandsOnly')}
        </span>
        <span>
          <kbd>@</kbd> {t('peopleOnly')}
        </span>
        <span>
          <kbd>#</kbd> {t('tagsOnly')}
        </span>
      </footer>
    </dialog>
  );
}
