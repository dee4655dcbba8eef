/** The icons in the "New" menu, by document type or entry. */
import { Layers, LayoutTemplate, StickyNote } from 'lucide';
import { drawings } from '#web/ui/file-glyph.tsx';

export const typeIcons = {
  Folder: drawings.folder,
  OrderedFolder: Layers,
  Workspace: drawings.workspace,
  Note: StickyNote,
  Collection: drawings.collection,
  template: LayoutTemplate,
} as const;
