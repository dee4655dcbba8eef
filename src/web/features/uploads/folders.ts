/**
 * Creates the folders of a dropped tree, each once, however many files wait for it.
 * Invariant: an existing folder of the same name is used and not duplicated; a failed one is tried again when next needed.
 */
import { UploadRefusal } from './problem.ts';
import type { UploadTarget } from './upload-item.ts';
import type { Folder, UploadServer } from './upload-server.ts';

export interface KnownFolder extends Folder {
  /** Created by this queue, so it cannot have a file of anybody else. */
  readonly fresh: boolean;
}

export interface Folders {
  readonly ensure: (target: UploadTarget, steps: readonly string[]) => Promise<KnownFolder>;
  /** Forgets all folders, since somebody may have moved them. */
  readonly forget: () => void;
}

/** In order of preference; the first that the parent allows is used. */
const folderTypes = ['Folder', 'Workspace', 'OrderedFolder'];

export function createFolders(server: UploadServer, newKey: () => string): Folders {
  const known = new Map<string, Promise<KnownFolder>>();
  // Not a line's own signal: if one line is paused, the others waiting for the same folder must not fail.
  const { signal } = new AbortController();

  const make = async (parent: KnownFolder, title: string): Promise<KnownFolder> => {
    const found = parent.fresh ? null : await server.findFolder(parent.id, title, signal);
    if (found !== null) return { ...found, fresh: false };
    if (!parent.mayAdd) throw new UploadRefusal('forbidden');
    const type =
      parent.types.length === 0 ? 'Folder' : folderTypes.find((name) => parent.types.includes(name));
    if (type === undefined) throw new UploadRefusal('no-files-here');
    return { ...(await server.createFolder(parent.id, type, title, newKey(), signal)), fresh: true };
  };

  const ensure = (target: UploadTarget, steps: readonly string[]): Promise<KnownFolder> => {
    const key = JSON.stringify([target.id, ...steps]);
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const title = steps.at(-1);
    const folder =
      title === undefined
        ? server.folder(target.id, signal).then((found) => ({ ...found, fresh: false }))
        : ensure(target, steps.slice(0, -1)).then((parent) => make(parent, title));
    known.set(key, folder);
    folder.catch(() => known.delete(key));
    return folder;
  };

  return { ensure, forget: () => known.clear() };
}
