/**
 * Keeps the visible rows in place when rows above them are added or removed, and reports added ones: "5 new above". A press leads
 * to the top. At the top, where new rows are visible, rows are not kept in place.
 */
import { ArrowUp } from 'lucide';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { DataViewHandle } from '#web/ui/data-view.ts';
import { announce } from '#web/ui/live-region.tsx';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import { movedBy, type SeenRow } from './kept-rows.ts';
import css from './new-above.module.css';

export interface NewAboveProps {
  readonly rows: Pick<
    DocumentRows,
    'count' | 'rowAt' | 'freshIndexOf' | 'isFresh' | 'version' | 'stale' | 'loadBetween'
  >;
  readonly view: RefObject<DataViewHandle | null>;
}

export function NewAbove({ rows, view }: NewAboveProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const [above, setAbove] = useState(0);
  const seen = useRef<Seen>(nothingSeen);
  /** Where this component has scrolled to: the event comes later, and is not the user's. */
  const ownTop = useRef<number>(undefined);
  const { version, stale } = rows;

  const note = useEffectEvent(() => {
    const { first, last } = shownRows(view.current);
    if (first === 0) setAbove(0);
    // At the top new rows are visible.
    seen.current =
      stale || first === 0 ? nothingSeen : { rows: rowsBetween(rows, first, last), count: rows.count ?? 0 };
  });
  const keep = useEffectEvent(() => {
    // The rows on screen, or their number, are being asked for again.
    if (!stale && seen.current.rows.some(({ index }) => rows.rowAt(index) && !rows.isFresh(index))) return;
    const moved = stale ? 0 : movedBy(seen.current.rows, rows.freshIndexOf);
    if (moved === undefined && goOnSeeking()) return;
    const grid = view.current?.element();
    if (moved !== undefined && moved !== 0 && grid != null) {
      grid.scrollTop += moved * rowHeight(grid);
      ownTop.current = grid.scrollTop;
      setAbove((before) => Math.max(0, before + moved));
    }
    note();
  });
  /**
   * Many new rows have moved those on screen to pages that are not loaded: looks for them there. False if there is nothing to
   * look for. If they are not found there, as more rows came
   * meanwhile, they are looked for again with the next change. A scroll of the user ends the search.
   */
  const goOnSeeking = (): boolean => {
    const { search, count } = seen.current;
    if (rows.count === undefined || rows.count <= count) return false;
    if (search !== 'running' && search !== rows.count) void seek();
    return true;
  };
  const seek = async (): Promise<void> => {
    const sought: Seen = { ...seen.current, search: 'running' };
    seen.current = sought;
    const now = rows.count ?? 0;
    const added = Math.max(0, now - sought.count);
    const first = sought.rows[0]?.index ?? 0;
    const last = sought.rows.at(-1)?.index ?? first;
    // Most often all new rows are above those on screen.
    for (const start of [first + added, first]) {
      await rows.loadBetween(start, last + added).catch(() => undefined);
      // The list has the new pages a frame later.
      await new Promise(requestAnimationFrame);
      keep();
      if (seen.current !== sought) return;
    }
    seen.current = { ...sought, search: now };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows have changed.
  useLayoutEffect(() => {
    keep();
  }, [version, stale]);
  useEffect(() => {
    const grid = view.current?.element();
    const onScroll = () => {
      if (grid?.scrollTop !== ownTop.current) note();
      ownTop.current = undefined;
    };
    grid?.addEventListener('scroll', onScroll, { passive: true });
    return () => grid?.removeEventListener('scroll', onScroll);
  }, [view]);

  const text = above === 0 ? null : t('newAbove', { count: above, number: format.count(above) });
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text]);
  if (text === null) return null;
  return (
    <div className={css.above}>
      <Button
        size="small"
        icon={ArrowUp}
        onClick={() => {
          view.current?.scrollTo(0);
          view.current?.focus();
        }}
      >
        {text}
      </Button>
    </div>
  );
}

interface Seen {
  readonly rows: readonly SeenRow[];
  /** The number of all rows of the list then. */
  readonly count: number;
  /** While the rows are looked for on further pages; afterwards the number of rows of which they were not found. */
  readonly search?: 'running' | number;
}

const nothingSeen: Seen = { rows: [], count: 0 };

function rowHeight(grid: HTMLElement): number {
  return grid.querySelector<HTMLElement>('[role="row"][data-index]')?.offsetHeight ?? 0;
}

function shownRows(view: DataViewHandle | null): { readonly first: number; readonly last: number } {
  const grid = view?.element();
  const height = grid == null ? 0 : rowHeight(grid);
  if (grid == null || height === 0) return { first: 0, last: -1 };
  // The first row whose beginning is visible: of the one above it only the end is.
  const first = Math.ceil(grid.scrollTop / height);
  return { first, last: first + Math.floor(grid.clientHeight / height) - 1 };
}

function rowsBetween(rows: NewAboveProps['rows'], first: number, last: number): readonly SeenRow[] {
  const found: SeenRow[] = [];
  for (let index = first; index <= last; index += 1) {
    const id = rows.rowAt(index)?.uid;
    if (id !== undefined) found.push({ id, index });
  }
  return found;
}
