/** What a folder does with what is dropped on it, in rows, in the tree and in the breadcrumb alike. */
import { carriesFiles, draggedDocuments, dropVerb, endDrag } from './dragging.ts';
import type { StoredDocument } from './place.ts';
import { useBrowseSlots } from './slots.ts';
import { useChangeLater } from './use-change-later.ts';

interface DropEvent {
  readonly dataTransfer: DataTransfer | null;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

export function useFolderDrop() {
  const change = useChangeLater();
  const { onDropFiles } = useBrowseSlots();
  return {
    effectOn: (folder: StoredDocument, event: DropEvent): 'move' | 'copy' | null =>
      carriesFiles(event) ? (onDropFiles === undefined ? null : 'copy') : dropVerb(folder, event),
    dropOn: (folder: StoredDocument, event: DropEvent): void => {
      if (carriesFiles(event)) {
        if (event.dataTransfer !== null) onDropFiles?.(folder, event.dataTransfer);
        return;
      }
      const verb = dropVerb(folder, event);
      const documents = draggedDocuments();
      endDrag();
      if (verb !== null) void change((changes) => changes[verb](documents, folder));
    },
  };
}
