/** The list of results with its selection, which is what operations and the palette act on. */
import { type ReactNode, useEffect, useState } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { isFolderish } from '#web/api/document-context.ts';
import { shownName } from '#web/documents/kind-word.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { listAround, setOpenedFrom } from '#web/ui/opened-from.ts';
import { offsetAt, rememberOffset } from '#web/ui/scroll-memory.ts';
import { emptySelection } from '#web/ui/selection.ts';
import { clearSubject, setSubject } from '#web/ui/subject.ts';
import { ResultList } from './result-list.tsx';
import type { Results, StoredDocument } from './use-results.ts';

/** Rows drawn while nothing is known yet. */
const awaitedRows = 6;
export interface SearchResultsProps {
  readonly results: Results;
  readonly empty: ReactNode;
}

export function SearchResults({ results, empty }: SearchResultsProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const { key } = useLocation();
  const root = useHref('/').replace(/\/$/, '');
  const [selection, setSelection] = useState(emptySelection);
  const { count, rowAt } = results;
  const total = count ?? 0;

  useEffect(() => {
    const loaded = Array.from({ length: total }, (_, index) => rowAt(index));
    const items = loaded.flatMap((row) =>
      row !== undefined && selection.ids.has(row.uid)
        ? [{ id: row.uid, title: row.title, type: row.type }]
        : [],
    );
    if (selection.ids.size > 0) setSubject({ place: null, items });
    else clearSubject();
  }, [selection.ids, total, rowAt]);

  const open = (document: StoredDocument, newTab: boolean) => {
    const address =
      isFolderish(document) && !document.isTrashed
        ? paths.browse.href(document.path)
        : paths.doc.href(document.uid);
    if (newTab) {
      window.open(new URL(`${root}${address}`, window.document.baseURI), '_blank', 'noopener');
      return;
    }
    setOpenedFrom(listAround(selection.cursor, total, (index) => rowAt(index)?.uid));
    void navigate(address);
  };

  if (count === undefined && results.failure !== null) return null;
  return (
    <ResultList
      label={t('results.label')}
      rowCount={count ?? awaitedRows}
      rowAt={rowAt}
      idOf={({ uid }) => uid}
      nameOf={shownName}
      onRange={results.onRange}
      selection={selection}
      onSelection={setSelection}
      onOpen={(document, { newTab }) => open(document, newTab)}
      initialOffset={offsetAt(key)}
      onOffset={(offset) => rememberOffset(key, offset)}
      empty={results.loading ? null : empty}
    />
  );
}
