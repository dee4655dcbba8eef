/**
 * Components of other features for lists; the router provides them, since features never import each other. Without one, lists
 * show nothing there, or a simpler form of their own.
 */
import { type ComponentType, createContext, useContext } from 'react';
import type { StoredDocument } from './stored-document.ts';

export interface QuickLookProps {
  readonly document: StoredDocument;
}

export interface WorkflowQuestionProps {
  readonly documents: readonly StoredDocument[];
  readonly onStarted?: (() => void) | undefined;
  readonly onClose: () => void;
}

export interface BrowseSlots {
  /** The document itself, as large as its dialog. */
  readonly QuickLook?: ComponentType<QuickLookProps>;
  /** A dialog that starts a workflow on these documents. */
  readonly StartWorkflow?: ComponentType<WorkflowQuestionProps>;
  /** Called when files and folders from outside are dropped on this folder, or one file on this document. */
  readonly onDropFiles?: (onto: StoredDocument, transfer: DataTransfer) => void;
  /** Opens the system's own picker for files, or for a whole folder, to upload into this folder. */
  readonly onPickFiles?: (folder: StoredDocument, what: 'files' | 'folder') => void;
  /** The same for one file, which becomes the file of this document. */
  readonly onPickVersion?: (document: StoredDocument) => void;
}

export const BrowseSlotsContext = createContext<BrowseSlots>({});

export function useBrowseSlots(): BrowseSlots {
  return useContext(BrowseSlotsContext);
}
