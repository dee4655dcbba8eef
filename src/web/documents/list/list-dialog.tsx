/** What a list opens over itself: the menu of a column, a filter dialog, the quick look. Loaded with the first of them. */
import type { Point } from '#web/ui/context-menu.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { FilterDialog, type FilterDialogProps } from './filter-dialog.tsx';
import { QuickLook, type QuickLookDialogProps } from './quick-look.tsx';

export type OpenListDialog =
  | { readonly kind: 'column'; readonly id: string; readonly at: Point }
  | { readonly kind: 'filter'; readonly columns: readonly string[] }
  | { readonly kind: 'look' };

export interface ListDialogProps
  extends Pick<FilterDialogProps, 'list' | 'source'>,
    Pick<QuickLookDialogProps, 'rows' | 'choice'> {
  readonly dialog: OpenListDialog;
  readonly onOpen: (dialog: OpenListDialog) => void;
  /** @param dialog the one to close: a menu closes after its entry has opened another */
  readonly onClose: (dialog: OpenListDialog) => void;
}

export function ListDialog({ dialog, onOpen, onClose, list, source, rows, choice }: ListDialogProps) {
  const close = () => onClose(dialog);
  switch (dialog.kind) {
    case 'column':
      return (
        <ColumnMenu
          id={dialog.id}
          at={dialog.at}
          list={list}
          onFilter={(columns) => onOpen({ kind: 'filter', columns })}
          onClose={close}
        />
      );
    case 'filter':
      return <FilterDialog columns={dialog.columns} list={list} source={source} onClose={close} />;
    case 'look':
      return <QuickLook rows={rows} choice={choice} onClose={close} />;
  }
}
