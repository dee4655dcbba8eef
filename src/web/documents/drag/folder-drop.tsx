/**
 * Drops beside all rows go into the folder on screen, which may be empty after it opened during the drag. Files are handled by
 * the whole window. Listens at the document, after every row that accepts the drop itself.
 */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { StoredDocument } from '../stored-document.ts';
import { carriesFiles } from './dragging.ts';
import { useFolderDrop } from './use-folder-drop.ts';

export interface FolderDropProps {
  readonly folder: StoredDocument;
  readonly area: RefObject<HTMLElement | null>;
}

export function FolderDrop({ folder, area }: FolderDropProps) {
  const drop = useFolderDrop();
  const effectOf = useEffectEvent((event: DragEvent) => {
    const inside = event.target instanceof Node && area.current?.contains(event.target) === true;
    return inside && !carriesFiles(event) ? drop.effectOn(folder, event) : null;
  });
  const onOver = useEffectEvent((event: DragEvent) => {
    const effect = effectOf(event);
    area.current?.toggleAttribute('data-drop', effect !== null);
    if (effect === null || event.dataTransfer === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = effect;
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (effectOf(event) === null) return;
    event.preventDefault();
    drop.dropOn(folder, event);
  });
  useEffect(() => {
    const clear = () => area.current?.removeAttribute('data-drop');
    const over = (event: DragEvent) => onOver(event);
    const dropped = (event: DragEvent) => onDrop(event);
    const ends = ['dragover', 'dragleave', 'dragend', 'drop'] as const;
    for (const end of ends) document.addEventListener(end, clear, { capture: true });
    document.addEventListener('dragover', over);
    document.addEventListener('drop', dropped);
    return () => {
      for (const end of ends) document.removeEventListener(end, clear, { capture: true });
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', dropped);
    };
  }, [area]);
  return null;
}
