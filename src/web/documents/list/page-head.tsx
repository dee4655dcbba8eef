/** The head of a list page: title, number of rows, and how the list is shown. */
import { LayoutGrid, List, ListFilter, PanelRight, X } from 'lucide';
import { type ReactNode, useRef, useState } from 'react';
import { useShortcut } from '#web/frame/commands.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import css from './list-page.module.css';
import type { ListView } from './list-preferences.ts';
import { ViewSwitch } from './view-switch.tsx';

export interface PageHeadProps {
  readonly title: string;
  /** After the title: the star of a folder. */
  readonly mark?: ReactNode;
  readonly count: number | undefined;
  /** The list is from an earlier visit, and is being refreshed. */
  readonly refreshing: boolean;
  /** On a phone: the sort menu. */
  readonly order?: ReactNode;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly view: ListView;
  readonly onView: (view: ListView) => void;
  readonly details: boolean;
  readonly onDetails: (shown: boolean) => void;
  /** The page's own button: "Empty trash". */
  readonly action?: ReactNode;
}

export function PageHead(props: PageHeadProps) {
  const { title, mark, count, view, onView, details, onDetails, action } = props;
  const { t } = useTranslation('documents');
  const format = useFormat();
  const phone = useIsPhone();
  return (
    <header className={css.head}>
      <VisuallyHidden as="h1" on="phone" className={css.title}>
        {withVisibleControls(title)}
      </VisuallyHidden>
      {mark}
      {count === undefined ? null : (
        <span className={css.count}>{t('items', { count, number: format.count(count) })}</span>
      )}
      {props.refreshing ? <span className={css.refreshing}>{t('refreshing')}</span> : null}
      <div className={css.tools}>
        {action}
        {props.order}
        <Filter text={props.filter} onText={props.onFilter} />
        <ViewSwitch
          label={t('view.label')}
          value={view}
          onChange={onView}
          options={[
            { id: 'list', label: t('view.list'), icon: List },
            { id: 'gallery', label: t('view.gallery'), icon: LayoutGrid },
          ]}
        />
        {phone ? null : (
          <IconButton
            icon={PanelRight}
            directional
            label={t('details.toggle')}
            shortcut="]"
            pressed={details}
            onClick={() => onDetails(!details)}
          />
        )}
      </div>
    </header>
  );
}

interface FilterProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The list is requested after a pause in typing of this length (ms). */
const pauseMs = 200;

function Filter({ text, onText }: FilterProps) {
  const { t } = useTranslation('documents');
  const [open, setOpen] = useState(text !== '');
  const [wasClosed, setWasClosed] = useState(false);
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const show = () => {
    setOpen(true);
    input.current?.focus();
  };
  // Pressed again, in the field, the key opens the browser's own search.
  useShortcut({ keys: 'mod+F', label: t('filter.action'), group: t('keys'), inFields: false, run: show });

  const change = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(onText, pauseMs, next);
  };
  const close = () => {
    clearTimeout(timer.current);
    setTyped('');
    setOpen(false);
    setWasClosed(true);
    onText('');
  };
  if (!open) {
    return (
      // The field had the focus when it closed: the button that opens it takes it.
      <Button variant="quiet" icon={ListFilter} autoFocus={wasClosed} onClick={show}>
        {t('filter.action')}
      </Button>
    );
  }
  return (
    <div className={css.filter}>
      <Icon icon={ListFilter} />
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: the field appears because the user asked for it.
        autoFocus={text === ''}
        type="text"
        dir="auto"
        aria-label={t('filter.label')}
        placeholder={t('filter.label')}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <IconButton icon={X} size="small" label={t('filter.clear')} onClick={close} />
    </div>
  );
}
