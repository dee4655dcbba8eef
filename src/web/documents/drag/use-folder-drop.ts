/**
 * What a folder does with a drop, in rows, in the tree and in the breadcrumb; and what a document does with one dropped file,
 * which may become its next version.
 */
import { isFolderish, takesVersion } from '#web/api/document-context.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useChangeLater } from '../changes/use-change-later.ts';
import { shownName } from '../kind-word.ts';
import { useBrowseSlots } from '../slots.ts';
import type { StoredDocument } from '../stored-document.ts';
import { carriesFiles, draggedDocuments, dropVerb, endDrag } from './dragging.ts';
import { type PointerPlace, showDropHint } from './drop-hint.ts';

interface DropEvent extends PointerPlace {
  readonly type: string;
  readonly dataTransfer: DataTransfer | null;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

export function useFolderDrop() {
  const { t } = useTranslation('documents');
  const change = useChangeLater();
  const { onDropFiles } = useBrowseSlots();
  return {
    effectOn: (folder: StoredDocument, event: DropEvent): 'move' | 'copy' | null => {
      if (carriesFiles(event)) {
        if (onDropFiles === undefined) return null;
        if (isFolderish(folder)) return 'copy';
        if (!takesVersion(folder) || !isOneFile(event)) return null;
        if (event.type === 'dragover') showDropHint(t('version.to', { name: shownName(folder) }), event);
        return 'copy';
      }
      if (!isFolderish(folder)) return null;
      const verb = dropVerb(folder, event);
      if (verb !== null && event.type === 'dragover')
        showDropHint(t(`${verb}.to`, { name: folder.title }), event);
      return verb;
    },
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

/** Some browsers hide the number of files until the drop; it is checked again then. */
function isOneFile({ dataTransfer }: DropEvent): boolean {
  return dataTransfer !== null && dataTransfer.items.length <= 1;
}
