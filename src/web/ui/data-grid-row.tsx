// One row of the list, or the shape of one that is not loaded. Carries no handlers: the grid finds it by data-index.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>; all roles are given.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on rows and on the buttons in the heads.
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from './checkbox.tsx';
import { cx } from './cx.ts';
import type { DataColumn } from './data-columns.ts';
import css from './data-grid.module.css';
import { Icon } from './icon.tsx';
import { Skeleton } from './skeleton.tsx';

export interface DataGridRowProps<Row> {
  readonly row: Row | undefined;
  readonly index: number;
  readonly top: number;
  readonly name: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly lead: ((row: Row) => ReactNode) | undefined;
  readonly secondLine: ((row: Row) => ReactNode) | undefined;
  readonly chosen: boolean;
  readonly joinsAbove: boolean;
  readonly joinsBelow: boolean;
  readonly current: boolean;
  readonly dimmed: boolean;
  readonly dropTarget: boolean;
  readonly draggable: boolean;
  readonly editor: ReactNode;
  readonly withMenu: boolean;
}

const handledByGrid = () => {};

export function DataGridRow<Row>(props: DataGridRowProps<Row>) {
  const { row, index, name, columns, lead, secondLine, chosen, editor } = props;
  const { t } = useTranslation('ui');
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      aria-busy={row === undefined || undefined}
      data-index={index}
      data-drop={props.dropTarget || undefined}
      tabIndex={props.current ? 0 : -1}
      draggable={props.draggable}
      className={cx(
        css.row,
        props.joinsAbove && css['joins-above'],
        props.joinsBelow && css['joins-below'],
        props.dimmed && css.dimmed,
      )}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <div role="gridcell" className={css.check} data-check>
        {row === undefined ? null : (
          <Checkbox
            labelHidden
            label={t('grid.choose', { name })}
            checked={chosen}
            onChange={handledByGrid}
            tabIndex={-1}
          />
        )}
      </div>
      <div role="gridcell" className={css.lead}>
        {row === undefined ? <span className={css.blank} /> : lead?.(row)}
      </div>
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          data-name={column.flexible || undefined}
          className={cx(css.cell, column.align === 'end' && css.end, column.flexible && css.name)}
        >
          {row === undefined ? (
            <Skeleton width={column.flexible ? `${38 + ((index * 29) % 40)}%` : '58%'} />
          ) : column.flexible && editor !== undefined ? (
            editor
          ) : (
            column.render(row, index)
          )}
          {column.flexible && secondLine !== undefined && row !== undefined ? (
            <div className={css.second}>{secondLine(row)}</div>
          ) : null}
        </div>
      ))}
      <div role="gridcell" className={css.more}>
        {row === undefined || !props.withMenu ? null : (
          <button
            type="button"
            data-more
            tabIndex={-1}
            className={css['more-button']}
            aria-haspopup="menu"
            aria-label={t('grid.more', { name })}
          >
            <Icon icon={Ellipsis} />
          </button>
        )}
      </div>
    </div>
  );
}
