/** The columns of document lists. A column's id is the property or system field it shows and sorts by. */

import { type ReactNode, Suspense } from 'react';
import { blobOf, isFolderish, propertyOf } from '#web/api/document-context.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { type Format, useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { DataColumn } from '#web/ui/data-columns.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { StateGlyph } from '#web/ui/state-glyph.tsx';
import type { DocumentEntity } from '#wire/document.ts';
import { ChildrenCount } from '../children-count.tsx';
import { DocumentName } from '../document-name.tsx';
import { useExtensionAdditions } from '../extension-additions.ts';
import { personOf } from '../person-of.ts';
import type { StoredDocument } from '../stored-document.ts';
import { type KindWords, useKindWords } from '../use-kind-word.ts';
import type { ColumnFilters } from './column-filters.ts';
import css from './columns.module.css';
import { kindColumn, nameColumn } from './list-columns.ts';

type Column = DataColumn<StoredDocument>;

export function dayOf(value: unknown, format: Format): string {
  return typeof value === 'string' ? format.day(new Date(value)) : '';
}

/** In px: the width of "Today, 14:05" in this language. */
function dayWidth(format: Format): number {
  return Math.max(94, 7 * format.day(new Date()).length + 10);
}

export function sizeOf(document: DocumentEntity, format: Format): string {
  const blob = blobOf(document);
  return blob === null ? '' : format.size(Number(blob.length));
}

function PersonCell({ value }: { readonly value: unknown }): ReactNode {
  const person = personOf(value);
  if (person === null) return null;
  return (
    <span className={css.person}>
      <Avatar login={person.login} name={person.name} size={19} />
      <bdi className={css.cut}>{person.name}</bdi>
    </span>
  );
}

const PropertyLine = lazyPart(() =>
  import('../property-line.tsx').then((module) => ({ default: module.PropertyLine })),
);

type Shape = Omit<Column, 'id' | 'label'>;

function shapeOf(id: string, words: KindWords, format: Format): Shape {
  switch (id) {
    case kindColumn:
      return { width: 80, sortable: true, hideBelow: 800, render: words.of };
    case 'ecm:primaryType':
      return { width: 80, sortable: true, hideBelow: 800, render: (row) => words.ofType(row.type) };
    case 'ecm:currentLifeCycleState':
      return {
        width: 98,
        sortable: true,
        hideBelow: 560,
        render: (row) =>
          row.state === null || row.facets.includes('Folderish') ? null : <StateGlyph state={row.state} />,
      };
    case 'dc:modified':
    case 'dc:created':
      return {
        width: dayWidth(format),
        sortable: true,
        hideBelow: 560,
        render: (row) => dayOf(propertyOf(row, id), format),
      };
    case 'dc:lastContributor':
    case 'dc:creator':
      return {
        width: 138,
        sortable: true,
        hideBelow: 800,
        render: (row) => <PersonCell value={propertyOf(row, id)} />,
      };
    case 'file:content/length':
      return {
        width: 76,
        align: 'end',
        sortable: true,
        render: (row) => (isFolderish(row) ? <ChildrenCount uid={row.uid} /> : sizeOf(row, format)),
      };
    case 'uid:major_version':
      return { width: 72, sortable: true, hideBelow: 800, render: (row) => row.versionLabel ?? '' };
    default:
      return {
        width: 120,
        sortable: true,
        hideBelow: 800,
        render: (row) => (
          <Suspense>
            <PropertyLine name={id} value={propertyOf(row, id)} />
          </Suspense>
        ),
      };
  }
}

export function columnLabel(id: string, t: Translate): string {
  const defaultValue = useExtensionAdditions.getState().columns[id]?.label ?? id;
  return t(`column.${id.replace(/[:/]/g, '_')}`, { defaultValue });
}

export function useColumns(ids: readonly string[], filters: ColumnFilters): readonly Column[] {
  const { t } = useTranslation('documents');
  const words = useKindWords();
  const format = useFormat();
  const name: Column = {
    id: nameColumn,
    label: columnLabel(nameColumn, t),
    width: 260,
    flexible: true,
    sortable: true,
    render: (row) => <DocumentName document={row} />,
  };
  const { columns } = useExtensionAdditions();
  const filtered = (id: string) => filters[id] !== undefined;
  return [
    name,
    ...ids
      // Columns of an extension that is not running are not shown.
      .filter((id) => !id.includes('--') || columns[id])
      .map((id) => ({
        id,
        label: columnLabel(id, t),
        filtered: filtered(id),
        ...(columns[id] ?? shapeOf(id, words, format)),
      })),
  ];
}
