// A short list that is reordered by dragging an item's grip, or with the arrow keys on the grip. Invariant: the focus follows the
// item, and its new position is announced.
import { GripVertical } from 'lucide';
import { type DragEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Icon } from './icon.tsx';
import { announce } from './live-region.tsx';
import css from './reorder.module.css';

export interface Reorder {
  /** Ref for the list element. */
  readonly list: Ref<HTMLUListElement>;
  /** Props for the item at this position. */
  readonly item: (index: number) => {
    readonly 'data-drop'?: 'before' | 'after';
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
  readonly grip: (index: number, name: string) => GripProps;
}

export interface GripProps {
  readonly name: string;
  readonly onDragStart: (event: DragEvent<HTMLElement>) => void;
  readonly onDragEnd: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export function useReorder(count: number, onMove: (from: number, to: number) => void): Reorder {
  const { t } = useTranslation('controls');
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    list,
    item: (index) => ({
      'data-drop':
        dragged === null || over !== index || dragged === index
          ? undefined
          : dragged > index
            ? 'before'
            : 'after',
      onDragOver: (event) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop: (event) => {
        if (dragged === null) return;
        event.preventDefault();
        end();
        if (dragged !== index) onMove(dragged, index);
      },
    }),
    grip: (index, name) => ({
      name,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        const item = event.currentTarget.closest('li');
        if (item !== null) event.dataTransfer.setDragImage(item, 12, 12);
        setDragged(index);
      },
      onDragEnd: end,
      onKeyDown: (event) => {
        const to = index + (steps[event.key] ?? 0);
        if (to === index || to < 0 || to >= count) return;
        event.preventDefault();
        flushSync(() => onMove(index, to));
        list.current?.querySelectorAll<HTMLElement>('[data-grip]')[to]?.focus();
        announce(t('reorder.moved', { name, place: to + 1, count }));
      },
    }),
  };
}

export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}

export function Grip({ name, ...handlers }: GripProps) {
  const { t } = useTranslation('controls');
  return (
    // biome-ignore lint/a11y/useSemanticElements: Firefox does not drag a <button>.
    <span
      {...handlers}
      className={css.grip}
      role="button"
      tabIndex={0}
      draggable
      data-grip
      title={t('reorder.hint')}
      aria-label={t('reorder.grip', { name })}
    >
      <Icon icon={GripVertical} size={15} />
    </span>
  );
}
