// The open menu. Loaded on demand (menu-button.tsx, context-menu.tsx); nothing else may import it.
import { Menu } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide';
import { type ComponentProps, Fragment, type ReactNode, useContext, useRef } from 'react';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { entriesOf, type MenuAction, type MenuEntries, type MenuEntry } from './menu-entries.ts';
import css from './menu-popup.module.css';
import { ModalDepth, topModalDepth } from './modal-depth.ts';
import { ariaKeys, shownKeys } from './shortcut-keys.ts';
import { useKeyNames } from './use-key-names.ts';

type Anchor = ComponentProps<typeof Menu.Positioner>['anchor'];

export interface MenuPopupProps {
  readonly open: boolean;
  /** `event` closed it; it tells a press on the anchor from one elsewhere. */
  readonly onClose: (event: Event) => void;
  readonly entries: MenuEntries;
  readonly label: string;
  readonly anchor: Anchor;
  readonly align?: 'start' | 'end';
  /** Without room it moves along its anchor instead of to the other side: for a point, which it may cover. */
  readonly slides?: boolean;
  /** Opened by a key: the focus goes to the first enabled entry. */
  readonly focusesFirst?: boolean;
  readonly finalFocus?: () => HTMLElement | null;
}

export function MenuPopup({
  open,
  onClose,
  entries,
  label,
  anchor,
  align = 'start',
  slides = false,
  focusesFirst = false,
  finalFocus,
}: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const depth = useContext(ModalDepth);
  // Called after the menu has faded out. By then a dialog opened by an entry, or a field that was pressed, may have the focus:
  // moving it would close the dialog, or lose what was typed.
  const focusAfter = () => {
    const { activeElement, body } = document;
    const hasMoved = activeElement !== body && !popup.current?.contains(activeElement);
    return !hasMoved && topModalDepth() === depth && (finalFocus?.() ?? true);
  };
  // In the same event as the press that opened it: the library would do it a frame later, and keys in that frame would go to the
  // page behind. Not earlier either: only now has the library noted where the focus was. Its types do not name this.
  const focusing = {
    initialFocus: () => {
      const first = popup.current?.querySelector<HTMLElement>(
        '[role^="menuitem"]:not([aria-disabled="true"])',
      );
      const control = focusesFirst ? (first ?? popup.current) : popup.current;
      control?.focus({ preventScroll: true });
      return control !== document.activeElement;
    },
  };
  return (
    <Menu.Root open={open} modal={false} onOpenChange={(next, { event }) => !next && onClose(event)}>
      {/* At the end of the page, outside of its landmarks; so it gets a landmark of its own. */}
      <Menu.Portal role="region" aria-label={label}>
        <Menu.Positioner
          className={css.positioner}
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          collisionAvoidance={slides ? { side: 'shift', fallbackAxisSide: 'none' } : undefined}
        >
          <Menu.Popup
            ref={popup}
            className={css.popup}
            // A scrolling element must be focusable, also before one of its entries is.
            tabIndex={0}
            aria-label={label}
            {...focusing}
            finalFocus={focusAfter}
          >
            <Content entries={entries} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** A separate component, so that entries are made only while the menu is on screen. */
function Content({ entries }: { readonly entries: MenuEntries }) {
  return <Entries entries={entriesOf(entries)} />;
}

function Entries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return runsOf(entries).map((run, index) =>
    'alternatives' in run ? (
      <Alternatives key={keyOf(run.alternatives[0], index)} actions={run.alternatives} />
    ) : (
      <Entry key={keyOf(run.entry, index)} entry={run.entry} />
    ),
  );
}

type Alternatives = readonly [MenuAction, ...(readonly MenuAction[])];
type Run = { readonly entry: MenuEntry } | { readonly alternatives: Alternatives };

/** Groups adjacent alternatives, of which one is chosen. */
function runsOf(entries: readonly MenuEntry[]): readonly Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const before = runs.at(-1);
    if (!isAlternative(entry)) runs.push({ entry });
    else if (before !== undefined && 'alternatives' in before)
      runs[runs.length - 1] = { alternatives: [...before.alternatives, entry] };
    else runs.push({ alternatives: [entry] });
  }
  return runs;
}

function isAlternative(entry: MenuEntry): entry is MenuAction {
  return 'radio' in entry && entry.radio === true;
}

function Alternatives({ actions }: { readonly actions: Alternatives }) {
  return (
    <Menu.RadioGroup value={actions.find(({ checked }) => checked)?.id ?? null}>
      {actions.map((action) => (
        <Action key={action.id} action={action} />
      ))}
    </Menu.RadioGroup>
  );
}

function keyOf(entry: MenuEntry, index: number): string {
  return 'id' in entry ? entry.id : `${entry.kind} ${index}`;
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <Menu.Separator className={css.separator} />;
    case 'group':
      return (
        <Menu.Group>
          <Menu.GroupLabel className={css.group}>{entry.label}</Menu.GroupLabel>
          <Entries entries={entry.entries} />
        </Menu.Group>
      );
    case 'submenu':
      return (
        <Menu.SubmenuRoot>
          <Menu.SubmenuTrigger className={css.item} disabled={entry.disabledReason !== undefined}>
            <Lead>{entry.icon === undefined ? null : <Icon icon={entry.icon} />}</Lead>
            <span className={css.label}>
              {entry.label}
              {entry.disabledReason === undefined ? null : (
                <span className={css.reason}>{entry.disabledReason}</span>
              )}
            </span>
            <span className={css.end}>
              <Icon icon={ChevronRight} size={14} directional />
            </span>
          </Menu.SubmenuTrigger>
          <Menu.Portal role="region" aria-label={entry.label}>
            <Menu.Positioner className={css.positioner} sideOffset={2} alignOffset={-5} collisionPadding={8}>
              <Menu.Popup className={css.popup}>
                <Entries entries={entry.entries} />
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.SubmenuRoot>
      );
    default:
      return <Action action={entry} />;
  }
}

function Lead({ children }: { readonly children: ReactNode }) {
  return <span className={css.lead}>{children}</span>;
}

function Action({ action }: { readonly action: MenuAction }) {
  const { checked, icon, label, disabledReason, shortcut, danger, stay = false } = action;
  const nameOf = useKeyNames();
  const inside = (
    <Fragment>
      <Lead>
        {checked === true ? <Icon icon={Check} /> : icon === undefined ? null : <Icon icon={icon} />}
      </Lead>
      <span className={css.label}>
        {withVisibleControls(label)}
        {disabledReason === undefined ? null : <span className={css.reason}>{disabledReason}</span>}
      </span>
      {disabledReason !== undefined || shortcut === undefined ? null : (
        <span className={cx(css.end, css.keys)} dir="ltr">
          {shownKeys(shortcut, nameOf)}
        </span>
      )}
    </Fragment>
  );
  const common = {
    className: cx(css.item, danger && css.danger),
    disabled: disabledReason !== undefined,
    closeOnClick: !stay,
    label,
    'aria-keyshortcuts': shortcut === undefined ? undefined : ariaKeys(shortcut),
  };
  if (checked === undefined) {
    return (
      <Menu.Item {...common} onClick={action.onSelect}>
        {inside}
      </Menu.Item>
    );
  }
  if (action.radio) {
    return (
      <Menu.RadioItem {...common} value={action.id} onClick={action.onSelect}>
        {inside}
      </Menu.RadioItem>
    );
  }
  return (
    <Menu.CheckboxItem {...common} checked={checked} onCheckedChange={action.onSelect}>
      {inside}
    </Menu.CheckboxItem>
  );
}
