// Keys for the rows of a list: values may be equal and change while they are typed, so each row gets a number.
import { useState } from 'react';

export interface RowKeys {
  readonly of: (index: number) => number;
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
  readonly onMove: (from: number, to: number) => void;
}

export function useRowKeys(count: number): RowKeys {
  const [given, setGiven] = useState<readonly number[]>(() => Array.from({ length: count }, (_, at) => at));
  const of = (index: number) => given[index] ?? index;
  const now = () => Array.from({ length: count }, (_, at) => of(at));
  return {
    of,
    onAdd: () => setGiven([...now(), Math.max(-1, ...given, count - 1) + 1]),
    onRemove: (index) => setGiven(now().toSpliced(index, 1)),
    onMove: (from, to) => setGiven(now().toSpliced(from, 1).toSpliced(to, 0, of(from))),
  };
}
