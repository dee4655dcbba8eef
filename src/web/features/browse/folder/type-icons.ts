/** The drawings of what "New" offers, by type. */
import { BookMarked, Folder, Layers, Library, StickyNote } from 'lucide';

export const typeIcons = {
  Folder,
  OrderedFolder: Layers,
  Workspace: BookMarked,
  Note: StickyNote,
  Collection: Library,
} as const;
