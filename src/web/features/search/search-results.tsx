/** The list of results with its selection, which is what its tools, operations and the palette act on. */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { isFolderish } from '#web/api/document-context.ts';
import { shownName } from '#web/documents/kind-word.ts';
import { listAround, setOpenedFrom } from '#web/frame/opened-from.ts';
import { offsetAt, rememberOffset } from '#web/frame/scroll-memory.ts';
import { useTellSubject } from '#web/frame/subject.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import type { Point } from '#web/ui/context-menu.tsx';
import { bulkPx } from '#web/ui/data-view.ts';
import { clearSelection, emptySelection } from '#web/ui/selection.ts';
import { PlaceNames, usePlaceNames } from './place-names.ts';
import { ResultList } from './result-list.tsx';
import { subjectOfIds } from './result-source.ts';
import type { Results, StoredDocument } from './use-results.ts';

/** Rows drawn while nothing is known yet. */
const awaitedRows = 6;

/** What can be done with selected results: another feature's, so the router brings it. */
export type ResultTools = ComponentType<{
  readonly documents: readonly StoredDocument[];
  readonly onClear: () => void;
  readonly onEdit: () => void;
  readonly menuAt: Point | null;
  readonly onMenu: (at: Point | null) => void;
}>;

const EditFoundDialog = lazy(() =>
  import('./edit-found-dialog.tsx').then((module) => ({ default: module.EditFoundDialog })),
);

export interface SearchResultsProps {
  readonly Tools: ResultTools;
  readonly results: Results;
  readonly empty: ReactNode;
}

export function SearchResults({ Tools, results, empty }: SearchResultsProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const { key } = useLocation();
  const root = useHref('/').replace(/\/$/, '');
  const [selection, setSelection] = useState(emptySelection);
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const [editing, setEditing] = useState(false);
  const { count, rowAt } = results;
  const total = count ?? 0;
  const { ids } = selection;
  const chosen =
    ids.size === 0
      ? []
      : Array.from({ length: total }, (_, index) => rowAt(index)).filter(
          (row): row is StoredDocument => row !== undefined && ids.has(row.uid),
        );
  const clear = () => setSelection(clearSelection);

  useTellSubject({ place: null, items: chosen.map(({ uid, title, type }) => ({ id: uid, title, type })) });

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

  const titles = usePlaceNames(results.nearby.map(({ path }) => path));

  if (count === undefined && results.failure !== null) return null;
  return (
    <PlaceNames value={titles}>
      <ResultList
        label={t('results.label')}
        rowCount={count ?? awaitedRows}
        rowAt={rowAt}
        idOf={({ uid }) => uid}
        nameOf={shownName}
        onRange={results.onRange}
        selection={selection}
        onSelection={setSelection}
        onMenu={(_row, at) => setMenuAt(at)}
        footSpace={chosen.length > 0 ? bulkPx : 0}
        onOpen={(document, { newTab }) => open(document, newTab)}
        initialOffset={offsetAt(key)}
        onOffset={(offset) => rememberOffset(key, offset)}
        empty={results.loading ? null : empty}
      />
      <Suspense>
        <Tools
          documents={chosen}
          onClear={clear}
          onEdit={() => setEditing(true)}
          menuAt={menuAt}
          onMenu={setMenuAt}
        />
      </Suspense>
      {editing ? (
        <Suspense fallback={<AwaitedDialog onClose={() => setEditing(false)} />}>
          <EditFoundDialog
            subject={subjectOfIds([...ids])}
            count={ids.size}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      ) : null}
    </PlaceNames>
  );
}
