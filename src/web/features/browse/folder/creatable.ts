/** The kinds of documents in the "New" menu, and their order. Pure. */
import type { CreatableType } from '#web/api/document-context.ts';

const common = ['Folder', 'Workspace', 'Note', 'File', 'Collection', 'OrderedFolder', 'Section', 'Domain'];
/** Made only by uploading a file, so never offered empty. */
const fromFiles = new Set(['Picture', 'Video', 'Audio', 'ThreeD']);

export function orderedTypes(types: readonly CreatableType[]): readonly string[] {
  const rank = (type: string) => {
    const index = common.indexOf(type);
    return index === -1 ? common.length : index;
  };
  return types
    .filter(({ type, facets }) => !fromFiles.has(type) && !facets.includes('HiddenInCreation'))
    .map(({ type }) => type)
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other));
}
