// One row of the list, or the placeholder of one that is not loaded. It has no handlers: the grid finds it by data-index. A
// class, because a memoised function component cannot keep its row type.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>; all roles are given.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on rows and on the buttons in the heads.
import { PureComponent, type ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { cx } from './cx.ts';
import type { DataColumn } from './data-columns.ts';
import css from './data-grid.module.css';
import type { DropSide } from './data-view.ts';
import { Skeleton } from './skeleton.tsx';

/** Names of the row's own controls. */
export interface RowWords {
  readonly choose: (name: string) => string;
  readonly more: (name: string) => string;
}

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
  readonly dropSide: DropSide | undefined;
  readonly draggable: boolean;
  readonly editor: ReactNode;
  readonly withMenu: boolean;
  readonly words: RowWords;
}

const handledByGrid = () => {};

export class DataGridRow<Row> extends PureComponent<DataGridRowProps<Row>> {
  override render() {
    const { row, index, name, columns, lead, secondLine, chosen, editor, words } = this.props;
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={chosen}
        aria-busy={row === undefined || undefined}
        data-index={index}
        data-drop={this.props.dropSide}
        tabIndex={this.props.current ? 0 : -1}
        draggable={this.props.draggable}
        className={cx(
          css.row,
          this.props.joinsAbove && css['joins-above'],
          this.props.joinsBelow && css['joins-below'],
          this.props.dimmed && css.dimmed,
        )}
        style={{ transform: `translateY(${this.props.top}px)` }}
      >
        <div role="gridcell" className={css.check} data-check>
          {row === undefined ? null : (
            <Checkbox
              hiddenLabel={words.choose(name)}
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
              isolated(column.render(row, index))
            )}
            {column.flexible && secondLine !== undefined && row !== undefined ? (
              <div className={css.second}>{secondLine(row)}</div>
            ) : null}
          </div>
        ))}
        <div role="gridcell" className={css.more}>
          {row === undefined || !this.props.withMenu ? null : (
            <button
              type="button"
              data-more
              tabIndex={-1}
              className={css['more-button']}
              aria-haspopup="menu"
              aria-label={words.more(name)}
            />
          )}
        </div>
      </div>
    );
  }
}

/** Isolates the direction of a value from that of the page. */
function isolated(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <bdi className={css.value}>{content}</bdi> : content;
}
