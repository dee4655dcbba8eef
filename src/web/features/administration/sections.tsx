/**
 * The links to the parts of the administration. If the navigation is a column, they replace the tree in it (their style
 * hides the tree); if it is a rail or absent, they are above the page.
 */
import { useQuery } from '@tanstack/react-query';
import {
  AppWindow,
  ArrowLeft,
  Cable,
  ChartColumn,
  type IconNode,
  ListTodo,
  ScrollText,
  Server,
  Webhook,
} from 'lucide';
import { Link, useLocation } from 'react-router-dom';
import { servers } from '#web/api/management.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { Icon } from '#web/ui/icon.tsx';
import line from '#web/ui/scrolled-line.module.css';
import css from './sections.module.css';

interface Section {
  readonly to: string;
  /** Key of its label. */
  readonly label: string;
  readonly icon: IconNode;
  /** True if only our own server supports it. */
  readonly ownServer?: boolean;
}

const sections: readonly Section[] = [
  { to: paths.admin.href('audit'), label: 'audit.title', icon: ScrollText },
  { to: paths.admin.href('statistics'), label: 'statistics.title', icon: ChartColumn, ownServer: true },
  { to: paths.admin.href('queue'), label: 'queue.title', icon: ListTodo, ownServer: true },
  { to: paths.admin.href('servers'), label: 'servers.title', icon: Server, ownServer: true },
  { to: paths.applications.href(), label: 'applications', icon: AppWindow },
  { to: paths.services.href(), label: 'services', icon: Cable },
  { to: paths.hooks.href(), label: 'hooks', icon: Webhook, ownServer: true },
];

export function Sections() {
  const { t } = useTranslation('administration');
  const { pathname } = useLocation();
  const { isSuccess } = useQuery(servers());
  const here = pathname === paths.admin.href() ? paths.admin.href('audit') : pathname;
  const links = sections
    .filter(({ ownServer = false }) => isSuccess || !ownServer)
    .map(({ to, label, icon }) => ({
      to,
      label: t(label),
      icon,
      current: here === to || here.startsWith(`${to}/`) ? ('page' as const) : undefined,
    }));
  return (
    <>
      <InSlot name="tree">
        <nav className={css.column} data-instead aria-label={t('parts')}>
          <h2>{t('title')}</h2>
          <ul>
            {links.map(({ to, label, icon, current }) => (
              <li key={to}>
                <Link to={to} aria-current={current}>
                  <Icon icon={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <Link to={paths.browse.href('/')}>
            <Icon icon={ArrowLeft} directional />
            {t('backToWorkspaces')}
          </Link>
        </nav>
      </InSlot>
      <nav className={cx(css.above, line.line)} aria-label={t('parts')}>
        {links.map(({ to, label, current }) => (
          <Link key={to} ref={current && bringIntoSight} to={to} aria-current={current}>
            {label}
          </Link>
        ))}
        <Link to={paths.people.href()}>{t('people')}</Link>
        <Link to={paths.directories.href()}>{t('directories')}</Link>
      </nav>
    </>
  );
}

/** The line of links is wider than a tablet. */
function bringIntoSight(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
