/**
 * Removes documents from the selection that others trashed or deleted. A selected row that leaves its list is requested once: it
 * may also have been moved, and then it stays selected, elsewhere.
 */
import { useEffect, useRef } from 'react';
import { nxqlPage } from '#web/api/nxql-page.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { announce } from '#web/ui/live-region.tsx';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import type { StoredDocument } from '../stored-document.ts';
import { leaveSelections } from './leave-selections.ts';
import { type KnownDocument, useSelections } from './selection-store.ts';

/** Ids in one request: they are part of an address. */
const idsAtOnce = 100;

export function useForgetGone(
  rows: Pick<DocumentRows, 'count' | 'complete' | 'members' | 'find' | 'version'>,
): void {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const { count, complete, members, find, version } = rows;
  const { basket, byList } = useSelections();
  const seen = useRef(new Set<string>());
  const requested = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version changes what `find` returns.
  useEffect(() => {
    if (count === undefined) return;
    const missing: StoredDocument[] = [];
    for (const { document, members: of } of selectedNow()) {
      const { uid } = document;
      if (of !== members) continue;
      if (find(uid) !== undefined) {
        seen.current.add(uid);
        requested.current.delete(uid);
      } else if ((complete || seen.current.has(uid)) && !requested.current.has(uid)) {
        requested.current.add(uid);
        missing.push(document);
      }
    }
    if (missing.length === 0) return;
    // After a failure, the list's next answer starts another attempt.
    goneAmong(missing).then(
      (gone) => {
        // Documents that this person removed have left the selection by now.
        const count = selectedNow().filter(({ document: { uid } }) => gone.has(uid)).length;
        if (count === 0) return;
        leaveSelections(({ uid }) => gone.has(uid));
        announce(t('goneFromSelection', { count, number: format.count(count) }));
      },
      () => {
        for (const { uid } of missing) requested.current.delete(uid);
      },
    );
  }, [basket, byList, count, complete, members, version, t, format]);
}

function selectedNow(): readonly KnownDocument[] {
  const { basket, byList } = useSelections.getState();
  return [...basket.values(), ...[...byList.values()].flatMap(({ passing }) => passing ?? [])];
}

/** Those that are now in the trash, or that this person can no longer read. */
async function goneAmong(documents: readonly StoredDocument[]): Promise<ReadonlySet<string>> {
  const left = new Map(documents.map((document) => [document.uid, document]));
  for (let from = 0; from < documents.length; from += idsAtOnce) {
    const params = documents.slice(from, from + idsAtOnce).map(({ uid }) => uid);
    const query = `SELECT * FROM Document WHERE ecm:uuid IN (${params.map(() => '?').join(', ')})`;
    const { entries } = await nxqlPage({ query, params, pageSize: idsAtOnce });
    for (const { uid, isTrashed } of entries)
      if (uid !== null && (!isTrashed || left.get(uid)?.isTrashed === true)) left.delete(uid);
  }
  return new Set(left.keys());
}
