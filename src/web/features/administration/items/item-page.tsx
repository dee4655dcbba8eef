/**
 * A page with one list of items that an administrator sets up, and one item beside it. The item is in the address. Texts
 * that differ from page to page are in the page's own namespace, under the same keys.
 */

import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { hasStatus } from '#web/api/api-error.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Sections } from '../sections.tsx';
import type { ItemTexts } from './item-texts.ts';
import css from './items.module.css';

interface Item {
  readonly id: string;
  readonly name: string;
}

export interface ItemPageProps<One extends Item> {
  readonly texts: ItemTexts;
  readonly place: { readonly href: (id?: string) => string };
  readonly items: UseQueryResult<readonly One[]>;
  /** The line below the name in the list. */
  readonly detailOf: (item: One) => string;
  readonly isOn: (item: One) => boolean;
  readonly pane: (item: One, close: () => void) => ReactNode;
  /** True = hides the list from people who are not administrators, although the server would send it to everybody. */
  readonly isRefused?: boolean;
  /** The dialog for a new one. */
  readonly dialog: (close: () => void) => ReactNode;
}

export function ItemPage<One extends Item>({
  texts,
  place,
  items: { data: answer, error, refetch },
  isRefused = false,
  detailOf,
  isOn,
  pane,
  dialog,
}: ItemPageProps<One>) {
  const { t } = useTranslation(texts);
  const { t: shared } = useTranslation('administration');
  const navigate = useNavigate();
  const { id } = useParams();
  const [creating, setCreating] = useState(false);
  const refused = isRefused || hasStatus(error, 403);
  const data = refused ? undefined : answer;
  const chosen = data?.find((item) => item.id === id);
  const all = { to: paths.admin.href(), title: shared('title') };
  const list = { to: place.href(), title: t('title') };
  return (
    <section className={css.page} aria-label={t('title')}>
      <PagePlace
        above={chosen === undefined ? [all] : [all, list]}
        title={chosen?.name ?? t('title')}
        hasSiblingLinks={chosen === undefined}
      />
      <VisuallyHidden as="h1" on="phone" className={css.title}>
        {t('title')}
      </VisuallyHidden>
      {refused ? null : <Sections />}
      <p className={css.text}>{t('text')}</p>
      {data === undefined ? null : (
        <InSlot name="actions">
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            {t('new')}
          </Button>
        </InSlot>
      )}
      {refused ? <Note kind="info">{t('notAllowed')}</Note> : null}
      {error === null || refused ? null : (
        <Note kind="bad" onRetry={() => void refetch()}>
          {shared('failed', { reason: error.message })}
        </Note>
      )}
      {data === undefined && error === null && !refused ? <Skeleton width="70%" /> : null}
      {data?.length === 0 ? <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState> : null}
      <ul aria-label={t('title')}>
        {data?.map((item) => (
          <li key={item.id} className={css.line}>
            <Link to={place.href(item.id)} aria-current={item.id === id ? 'true' : undefined}>
              <bdi>{item.name}</bdi>
              <code dir="ltr">{detailOf(item)}</code>
            </Link>
            {isOn(item) ? null : <Chip>{t('off')}</Chip>}
          </li>
        ))}
      </ul>
      {chosen === undefined ? null : pane(chosen, () => void navigate(place.href()))}
      {creating ? dialog(() => setCreating(false)) : null}
    </section>
  );
}
