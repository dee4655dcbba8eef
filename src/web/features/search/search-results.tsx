/** The list of results with its selection, to which the toolbar, operations and palette apply. */

import { type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { shownName } from '#web/documents/kind-word.ts';
import { addressOf, useAppAddress } from '#web/documents/open-document.ts';
import type { DocumentRows } from '#web/documents/rows/use-document-rows.ts';
import { FoundTools } from '#web/documents/selection/found-tools.tsx';
import { useChoice } from '#web/documents/selection/use-choice.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { listAround, setOpenedFrom } from '#web/frame/opened-from.ts';
import { offsetAt, rememberOffset } from '#web/frame/scroll-memory.ts';
import { useSetSubject } from '#web/frame/subject.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Point } from '#web/ui/context-menu.tsx';
import { bulkPx, type DataViewProps } from '#web/ui/data-view.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { PlaceNames, usePlaceNames } from './place-names.ts';
import { ResultList } from './result-list.tsx';
import type { SelectedField } from './selected-fields.ts';

/** Number of skeleton rows while nothing has loaded. */
const awaitedRows = 6;

const ResultTable = lazyPart(() =>
  import('./result-table.tsx').then((module) => ({ default: module.ResultTable })),
);

export interface SearchResultsProps {
  /** The columns in the query's SELECT list; empty for the usual rows. */
  readonly fields: readonly SelectedField[];
  readonly results: DocumentRows;
  readonly empty: ReactNode;
}

export function SearchResults({ fields, results, empty }: SearchResultsProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const absolute = useAppAddress();
  const { key } = useLocation();
  const choice = useChoice(results);
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const { count, rowAt } = results;
  const { documents, selection } = choice;

  useSetSubject({ folder: null, items: documents.map(({ uid, title, type }) => ({ id: uid, title, type })) });

  const open = (document: StoredDocument, newTab: boolean) => {
    if (newTab) {
      window.open(absolute(addressOf(document)), '_blank', 'noopener');
      return;
    }
    setOpenedFrom(listAround(selection.cursor, count ?? 0, (index) => rowAt(index)?.uid));
    void navigate(addressOf(document));
  };

  const titles = usePlaceNames(results.nearby.flat().map(({ path }) => path));

  const list: DataViewProps<StoredDocument> = {
    label: t('results.label'),
    rowCount: count ?? awaitedRows,
    rowAt,
    idOf: ({ uid }) => uid,
    nameOf: shownName,
    onRange: results.onRange,
    selection,
    onSelection: choice.set,
    onMenu: (_row, at) => setMenuAt(at),
    footSpace: choice.count + choice.elsewhere > 0 ? bulkPx : 0,
    onOpen: (document, { newTab }) => open(document, newTab),
    initialOffset: offsetAt(key),
    onOffset: (offset) => rememberOffset(key, offset),
    empty: results.loading ? null : empty,
  };
  if (count === undefined && results.failure !== null) return null;
  return (
    <PlaceNames value={titles}>
      {fields.length === 0 ? (
        <ResultList {...list} />
      ) : (
        <Suspense>
          <ResultTable {...list} fields={fields} />
        </Suspense>
      )}
      <Suspense>
        <FoundTools choice={choice} menuAt={menuAt} onMenu={setMenuAt} />
      </Suspense>
    </PlaceNames>
  );
}
