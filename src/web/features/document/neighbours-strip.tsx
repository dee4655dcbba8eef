// Thumbnails of the documents beside this one in the list it was opened from. One tab stop; arrow keys move along it.
// The range of neighbours moves in steps, so that most moves to a neighbour need no request.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { rowView } from '#web/api/documents.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { Thumbnail } from '#web/documents/thumbnail.tsx';
import { useOpenedFrom } from '#web/frame/opened-from.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { paths } from '#web/paths.ts';
import css from './neighbours-strip.module.css';

const step = 20;
const shown = 3 * step;

export interface NeighboursStripProps {
  readonly id: string;
  readonly tab: string | undefined;
}

export function NeighboursStrip({ id, tab }: NeighboursStripProps) {
  const { t } = useTranslation('document');
  const { ids } = useOpenedFrom();
  const index = ids.indexOf(id);
  const start = Math.max(0, (Math.floor(index / step) - 1) * step);
  const around = ids.slice(start, start + shown);
  const query = `SELECT * FROM Document WHERE ecm:uuid IN (${around.map(() => '?').join(', ')})`;
  const { data, isPlaceholderData } = useQuery({
    ...nxqlSearch(query, { params: around, pageSize: shown, view: rowView }),
    enabled: index !== -1,
    placeholderData: keepPreviousData,
  });
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls into view when another one is chosen.
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [id, data]);
  if (index === -1) return null;
  const found = new Map(data?.entries.map((document) => [document.uid, document]));
  // Leave out documents that are deleted or no longer readable: there would be no title for the link.
  const there = data === undefined || isPlaceholderData ? around : around.filter((uid) => found.has(uid));
  return (
    <nav ref={strip} className={css.strip} aria-label={t('neighbours')} onKeyDown={goAlong}>
      <ol>
        {there.map((uid) => {
          const document = found.get(uid);
          const title = withVisibleControls(document?.title ?? '');
          return (
            <li key={uid}>
              <Link
                to={paths.doc.href(uid, tab)}
                replace
                aria-current={uid === id ? 'page' : undefined}
                aria-label={title}
                title={title}
                tabIndex={uid === id ? 0 : -1}
                draggable={false}
              >
                <span className={css.picture}>
                  {document === undefined ? null : <Thumbnail document={document} glyphSize={26} />}
                </span>
                <bdi aria-hidden="true">{title}</bdi>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight';
  const back = rtl ? 'ArrowRight' : 'ArrowLeft';
  const to = event.key === forward ? at + 1 : event.key === back ? at - 1 : undefined;
  if (at === -1 || to === undefined) return;
  links[to]?.focus();
  event.preventDefault();
}
