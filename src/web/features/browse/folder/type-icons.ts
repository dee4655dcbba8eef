/** The drawings of what "New" offers, by type. */
import { Layers, StickyNote } from 'lucide';
import { drawings } from '#web/ui/file-glyph.tsx';

export const typeIcons = {
  Folder: drawings.folder,
  OrderedFolder: Layers,
  Workspace: drawings.workspace,
  Note: StickyNote,
  Collection: drawings.collection,
} as const;
