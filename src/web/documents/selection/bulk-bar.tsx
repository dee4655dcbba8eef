/** What can be done with the selection, floating at the foot of the list; it replaces the tab bar on a phone. */
import { Ellipsis, X } from 'lucide-react';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import { type Command, type Commands, findCommand, menuOf } from '../commands/command.ts';
import css from './bulk-bar.module.css';
import type { Choice } from './use-choice.ts';

export interface BulkBarProps {
  readonly choice: Pick<Choice, 'documents' | 'clear'>;
  readonly commands: Commands;
  /** Commands with words, commonest first; then those that are icons alone. */
  readonly named: readonly string[];
  readonly icons: readonly string[];
  /** All rows of the list, and how to choose them all when more than what is loaded. */
  readonly total: number;
  readonly onAll: () => void;
}

export function BulkBar(props: BulkBarProps) {
  const { choice, commands } = props;
  const { t } = useTranslation('documents');
  const phone = useIsPhone();
  if (choice.documents.length === 0) return null;
  const chosen = (ids: readonly string[]) => ids.flatMap((id) => findCommand(commands, id) ?? []);
  return (
    <InSlot name="bulk">
      <section aria-label={t('bulk.label')}>
        {phone ? (
          <PhoneBar {...props} shown={chosen([...props.named.slice(0, 3), ...props.icons.slice(-1)])} />
        ) : (
          <WideBar {...props} shown={chosen(props.named)} further={chosen(props.icons)} />
        )}
      </section>
    </InSlot>
  );
}

interface WideBarProps extends BulkBarProps {
  readonly shown: readonly Command[];
  readonly further: readonly Command[];
}

function WideBar({ choice, commands, named, icons, total, onAll, shown, further }: WideBarProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const count = choice.documents.length;
  return (
    <div className={css.bar} role="toolbar" aria-label={t('bulk.label')}>
      <span className={css.count}>
        <bdi>{t('bulk.selected', { count, number: format.count(count) })}</bdi>
        {count > 1 && count < total ? (
          <button type="button" className={css.all} onClick={onAll}>
            {t('bulk.all', { number: format.count(total) })}
          </button>
        ) : null}
        <IconButton icon={X} size="small" label={t('bulk.clear')} shortcut="Escape" onClick={choice.clear} />
      </span>
      <span className={css.rule} />
      {shown.map(({ id, label, icon, disabledReason, run }) => (
        <Button
          key={id}
          className={css.named}
          look="quiet"
          icon={icon}
          aria-disabled={disabledReason !== undefined}
          data-tip={disabledReason}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {further.map(({ id, label, icon, danger, shortcut, disabledReason, run }) => (
        <IconButton
          key={id}
          icon={icon}
          className={danger ? css.danger : undefined}
          label={disabledReason ?? label}
          shortcut={shortcut}
          disabled={disabledReason !== undefined}
          onClick={run}
        />
      ))}
      <MenuButton
        icon={Ellipsis}
        look="quiet"
        align="end"
        label={t('bulk.more')}
        entries={() => menuOf(commands, [...named, ...icons])}
      />
    </div>
  );
}

function PhoneBar({ commands, shown }: BulkBarProps & { readonly shown: readonly Command[] }) {
  const { t } = useTranslation('documents');
  return (
    <div className={css.phone} role="toolbar" aria-label={t('bulk.label')}>
      {shown.map(({ id, label, short, icon, danger, disabledReason, run }) => (
        <button
          key={id}
          type="button"
          className={css.item}
          data-danger={danger || undefined}
          disabled={disabledReason !== undefined}
          onClick={run}
        >
          <Icon icon={icon} size={21} />
          {short ?? label}
        </button>
      ))}
      <MenuButton
        className={css.item}
        look="quiet"
        align="end"
        label={t('bulk.more')}
        entries={() =>
          menuOf(
            commands,
            shown.map(({ id }) => id),
          )
        }
      >
        <span className={css.item}>
          <Icon icon={Ellipsis} size={21} />
          {t('bulk.moreShort')}
        </span>
      </MenuButton>
    </div>
  );
}
