/** The commands for the selection, floating at the foot of the list; on a phone it replaces the tab bar. */
import { Ellipsis, X } from 'lucide';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import { type Commands, type DocumentCommand, findCommand, menuOf } from '../commands/command.ts';
import { useMediaQuery } from '../list/use-media-query.ts';
import css from './bulk-bar.module.css';
import { ChosenCount } from './chosen-count.tsx';
import type { Choice } from './use-choice.ts';
import type { SelectAll } from './use-select-all.ts';

const secondClickMs = 500;

export interface BulkBarProps {
  readonly choice: Pick<Choice, 'count' | 'elsewhere' | 'clear'>;
  readonly commands: Commands;
  /** Commands shown with words, commonest first; then those shown as icons. */
  readonly named: readonly string[];
  readonly icons: readonly string[];
  /** For lists that can be selected as a whole. */
  readonly everything?: SelectAll;
}

export function BulkBar(props: BulkBarProps) {
  const { choice, commands } = props;
  const { t } = useTranslation('changes');
  const phone = useIsPhone();
  const narrow = useMediaQuery('(max-width: 900px)');
  if (choice.count + choice.elsewhere === 0) return null;
  // The others are in the menu then.
  const named = narrow ? props.named.slice(0, 3) : props.named;
  const chosen = (ids: readonly string[]) => ids.flatMap((id) => findCommand(commands, id) ?? []);
  return (
    <InSlot name="bulk">
      <Risen label={t('selectionBar.label')}>
        {phone ? (
          <PhoneBar {...props} shown={chosen([...named, ...props.icons.slice(-1)])} />
        ) : (
          <WideBar {...props} named={named} shown={chosen(named)} further={chosen(props.icons)} />
        )}
      </Risen>
    </InSlot>
  );
}

/**
 * The bar appears under the pointer: at first it lets clicks through, so that a double click reaches its row. When it goes, the
 * focus goes from its button to the list.
 */
function Risen({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      const { activeElement } = document;
      if (element?.contains(activeElement)) focusList();
      // A dialog that was opened by a button of the bar, and closes with it, returns the focus to that button.
      else if (activeElement?.closest('[role="dialog"]'))
        requestAnimationFrame(() => document.activeElement === document.body && focusList());
    };
  }, []);
  const [touchable, setTouchable] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setTouchable, secondClickMs, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section ref={bar} aria-label={label} style={touchable ? undefined : { pointerEvents: 'none' }}>
      {children}
    </section>
  );
}

/** Focuses the current row; of two panes, that of the active one. */
function focusList(): void {
  const find = (pane: string) =>
    document.querySelector<HTMLElement>(`#work ${pane} [data-index][tabindex="0"]`);
  const current = find('[data-active]') ?? find('');
  current?.focus({ preventScroll: true });
}

interface WideBarProps extends BulkBarProps {
  readonly shown: readonly DocumentCommand[];
  readonly further: readonly DocumentCommand[];
}

function WideBar(props: WideBarProps) {
  const { choice, commands, named, icons, everything, shown, further } = props;
  const { t } = useTranslation('documents');
  const { t: changes } = useTranslation('changes');
  return (
    <div className={css.bar} role="toolbar" aria-label={changes('selectionBar.label')}>
      <span className={css.count}>
        <ChosenCount choice={choice} everything={everything} />
        <AllOfThem choice={choice} everything={everything} />
        <IconButton icon={X} size="small" label={t('bulk.clear')} shortcut="Escape" onClick={choice.clear} />
      </span>
      {choice.count === 0 ? null : (
        <>
          <span className={css.rule} />
          {shown.map(({ id, label, icon, disabledReason, run }) => (
            <Button
              key={id}
              variant="quiet"
              icon={icon}
              aria-disabled={disabledReason !== undefined}
              aria-description={disabledReason}
              data-tip={disabledReason}
              onClick={run}
            >
              {label}
            </Button>
          ))}
          {further.map(({ id, label, icon, danger, keys, disabledReason, run }) => (
            <IconButton
              key={id}
              icon={icon}
              className={danger ? css.danger : undefined}
              label={label}
              shortcut={keys}
              disabledReason={disabledReason}
              onClick={run}
            />
          ))}
          <MenuButton
            icon={Ellipsis}
            variant="quiet"
            align="end"
            label={changes('selectionBar.more')}
            entries={() => menuOf(commands, [...named, ...icons])}
          />
        </>
      )}
    </div>
  );
}

/** The button that selects all rows, loaded or not; while loading, the button that stops it. */
function AllOfThem({ choice, everything }: Pick<BulkBarProps, 'choice' | 'everything'>) {
  const { t } = useTranslation('documents');
  const { t: changes } = useTranslation('changes');
  const format = useFormat();
  const rowCount = everything?.rowCount ?? 0;
  const { count } = choice;
  if (everything === undefined) return null;
  if (everything.progress !== null) {
    const { done, total } = everything.progress;
    return (
      <>
        <ProgressBar label={t('bulk.selectAll')} share={total === 0 ? undefined : done / total} />
        <button type="button" className={css.all} onClick={everything.cancel}>
          {changes('selectionBar.stop')}
        </button>
      </>
    );
  }
  if (count < 2 || count >= rowCount) return null;
  return (
    <button type="button" className={css.all} onClick={everything.start}>
      {changes('selectionBar.all', { number: format.count(rowCount) })}
    </button>
  );
}

function PhoneBar({ commands, shown }: BulkBarProps & { readonly shown: readonly DocumentCommand[] }) {
  const { t } = useTranslation('changes');
  return (
    <div className={css.phone} role="toolbar" aria-label={t('selectionBar.label')}>
      {shown.map(({ id, label, short, icon, danger, disabledReason, run }) => (
        <button
          key={id}
          type="button"
          className={css.item}
          data-danger={danger || undefined}
          aria-disabled={disabledReason !== undefined}
          aria-description={disabledReason}
          // Touch has no tooltips: a press shows the reason.
          onClick={disabledReason === undefined ? run : () => addToast({ text: disabledReason })}
        >
          <Icon icon={icon} size={21} />
          {short ?? label}
        </button>
      ))}
      <MenuButton
        className={css.item}
        variant="quiet"
        align="end"
        label={t('selectionBar.more')}
        entries={() =>
          menuOf(
            commands,
            shown.map(({ id }) => id),
          )
        }
      >
        <span className={css.item}>
          <Icon icon={Ellipsis} size={21} />
          {t('selectionBar.moreShort')}
        </span>
      </MenuButton>
    </div>
  );
}
