/** The results of a query with a SELECT list: a list with these columns, and all functions of lists. */
import { DocumentName } from '#web/documents/document-name.tsx';
import { shownName } from '#web/documents/kind-word.ts';
import { PropertyLine } from '#web/documents/property-line.tsx';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { Thumbnail } from '#web/documents/thumbnail.tsx';
import { useAllKindWords } from '#web/documents/use-all-kind-words.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import type { DataColumn } from '#web/ui/data-columns.ts';
import { DataGrid } from '#web/ui/data-grid.tsx';
import type { DataViewProps } from '#web/ui/data-view.ts';
import { StateGlyph } from '#web/ui/state-glyph.tsx';
import css from './result-table.module.css';
import { fieldValue, type SelectedField } from './selected-fields.ts';

export interface ResultTableProps extends DataViewProps<StoredDocument> {
  readonly fields: readonly SelectedField[];
}

/** Least width of a column; in a narrower list the last columns are hidden. */
const narrowPx = 160;

export function ResultTable({ fields, ...view }: ResultTableProps) {
  const words = useAllKindWords();
  const labelOf = useFieldLabel();
  const cell = (row: StoredDocument, name: string) => {
    if (name === 'dc:title') return <DocumentName document={row} />;
    if (name === 'ecm:primaryType') return words.ofType(row.type);
    if (name === 'ecm:currentLifeCycleState')
      return row.state === null ? null : <StateGlyph state={row.state} />;
    return <PropertyLine name={name} value={fieldValue(row, name)} />;
  };
  const columns = fields.map(
    ({ name, alias }, index): DataColumn<StoredDocument> => ({
      id: `${index} ${name}`,
      label: alias ?? labelOf(name),
      width: name === 'dc:title' ? 260 : 150,
      flexible: index === 0,
      hideBelow: index < 2 ? undefined : (index + 1) * narrowPx,
      render: (row) => cell(row, name),
    }),
  );
  return (
    <DataGrid
      {...view}
      columns={columns}
      lead={(row) => <Thumbnail document={row} />}
      secondLine={(row) => (
        <span className={css.second}>
          {fields.slice(1).map(({ name }) => (
            <span key={name}>{cell(row, name)}</span>
          ))}
        </span>
      )}
      nameOf={shownName}
    />
  );
}
