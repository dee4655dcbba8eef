/**
 * What a folder does with a drop, in rows, in the tree and in the breadcrumb; and what a document does with one dropped file,
 * which may become its next version. Invariant: a drop that a folder refuses is not taken by the folder around it.
 */
import { isFolderish, takesVersion } from '#web/api/document-context.ts';
import { useChangeLater } from '../changes/use-change-later.ts';
import { useBrowseSlots } from '../slots.ts';
import type { StoredDocument } from '../stored-document.ts';
import { carriesFiles, type DropVerb, draggedDocuments, dropVerb, endDrag, refusalOf } from './dragging.ts';
import { type PointerPlace, showDropHint } from './drop-hint.ts';

interface DropEvent extends PointerPlace {
  readonly type: string;
  readonly timeStamp: number;
  readonly dataTransfer: DataTransfer | null;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

/** The time stamp of the last refused event, which also bubbles to the folders around. */
let refusedAt: number | undefined;

export function useFolderDrop() {
  const change = useChangeLater();
  const { onDropFiles } = useBrowseSlots();
  return {
    effectOn: (folder: StoredDocument, event: DropEvent): DropVerb | null => {
      if (carriesFiles(event)) {
        if (onDropFiles === undefined) return null;
        if (isFolderish(folder)) return 'copy';
        if (!takesVersion(folder) || !isOneFile(event)) return null;
        if (isOver(event)) showDropHint({ what: 'version', onto: folder }, event);
        return 'copy';
      }
      const verb = dropVerb(event);
      if (verb === null || !isFolderish(folder) || event.timeStamp === refusedAt) return null;
      const refusal = refusalOf(folder, draggedDocuments(), verb);
      const what = refusal?.why ?? verb;
      if (what !== 'same' && isOver(event))
        showDropHint({ what, onto: folder, document: refusal?.document }, event);
      if (refusal === undefined) return verb;
      refusedAt = event.timeStamp;
      return null;
    },
    dropOn: (folder: StoredDocument, event: DropEvent): void => {
      if (carriesFiles(event)) {
        if (event.dataTransfer !== null) onDropFiles?.(folder, event.dataTransfer);
        return;
      }
      const verb = dropVerb(event);
      const documents = draggedDocuments();
      endDrag();
      if (verb !== null) void change((changes) => changes[verb](documents, folder));
    },
  };
}

const isOver = ({ type }: DropEvent) => type === 'dragover';

/** Some browsers hide the number of files until the drop; it is checked again then. */
function isOneFile({ dataTransfer }: DropEvent): boolean {
  return dataTransfer !== null && dataTransfer.items.length <= 1;
}
