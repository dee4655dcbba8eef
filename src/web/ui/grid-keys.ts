// Where a navigation key leads in a list or gallery. Pure.

export interface GridShape {
  readonly count: number;
  /** Rows that fit on the screen. */
  readonly screen: number;
  /** Tiles in a line; 1 in a list, where Left and Right do not move. */
  readonly columns: number;
  readonly rtl: boolean;
}

/** The index a key leads to from `cursor`, or undefined for other keys. */
export function keyTarget(key: string, cursor: number, shape: GridShape): number | undefined {
  const { count, columns } = shape;
  if (count === 0) return undefined;
  const step = stepOf(key, shape);
  const target =
    step !== undefined ? cursor + step : key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined;
  if (target === undefined) return undefined;
  // Up in the first line and Down in the last stay there, in their column.
  if (columns > 1 && (target < 0 || target >= count) && Math.abs(step ?? 0) >= columns) {
    if (target < 0) return cursor % columns;
    return Math.floor(cursor / columns) === Math.floor((count - 1) / columns) ? cursor : count - 1;
  }
  return Math.min(count - 1, Math.max(0, target));
}

function stepOf(key: string, { columns, screen, rtl }: GridShape): number | undefined {
  const page = Math.max(1, screen - 1) * columns;
  const side = rtl ? -1 : 1;
  switch (key) {
    case 'ArrowUp':
      return -columns;
    case 'ArrowDown':
      return columns;
    case 'ArrowLeft':
      return columns > 1 ? -side : undefined;
    case 'ArrowRight':
      return columns > 1 ? side : undefined;
    case 'PageUp':
      return -page;
    case 'PageDown':
      return page;
    default:
      return undefined;
  }
}
