// The content of the details pane: a head with a close button, sections, and actions at the foot.
import { X } from 'lucide';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { InSlot } from './frame-slots.tsx';
import css from './pane.module.css';

export interface PaneProps {
  readonly title: string;
  /** Second line: login, identifier. */
  readonly detail?: ReactNode;
  /** Before the title: an avatar. */
  readonly start?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

export function Pane({ title, detail, start, onClose, children, foot }: PaneProps) {
  const { t } = useTranslation('ui');
  return (
    <InSlot name="pane">
      <header className={css.head}>
        {start}
        <div className={css.names}>
          <h2 dir="auto">{withVisibleControls(title)}</h2>
          {detail === undefined ? null : <p>{detail}</p>}
        </div>
        <IconButton icon={X} size="small" label={t('close')} onClick={onClose} />
      </header>
      <div className={css.body}>{children}</div>
      {foot === undefined ? null : <footer className={css.foot}>{foot}</footer>}
    </InSlot>
  );
}

export interface PaneSectionProps {
  readonly title: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

export function PaneSection({ title, end, children }: PaneSectionProps) {
  return (
    <section className={css.section}>
      <header>
        <h3>{title}</h3>
        {end}
      </header>
      {children}
    </section>
  );
}

/** Names and values, one pair a line; empty values are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
          </div>
        ))}
    </dl>
  );
}
