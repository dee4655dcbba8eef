/** What the lists of other places than folders are made of: trash, collections, favourites, recent documents. Pure. */
import {
  files,
  foldersFirst,
  type ListShape,
  type ListSource,
  oneSection,
  shown,
} from '#web/documents/list/list-source.ts';

export const collected = 'collectionMember:collectionIds/* = ? AND ecm:isTrashed = 0';

/** @param within the folder in which, and below which, things were put in the trash; null for all of it */
export function trashSource(shape: ListShape, within: string | null = null): ListSource {
  return within === null
    ? foldersFirst('trash', 'ecm:isTrashed = 1', [], shape)
    : foldersFirst('trash', 'ecm:isTrashed = 1 AND ecm:path STARTSWITH ?', [within], shape);
}

export function favouritesSource(collectionId: string, shape: ListShape): ListSource {
  return foldersFirst('favourites', collected, [collectionId], shape);
}

/** The collections that the person may see; favourites have a place of their own. */
export function collectionsSource(shape: ListShape): ListSource {
  const condition =
    "ecm:mixinType = 'Collection' AND ecm:primaryType != 'Favorites' AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ecm:isVersion = 0";
  return oneSection('collections', condition, [], shape);
}

/** So many ids are asked for at once: the question stands in an address. */
const idsAtOnce = 100;

/** Documents by their ids; of very many each hundred is in order for itself. */
export function selectionSource(ids: readonly string[], shape: ListShape): ListSource {
  const anyOf = (some: readonly string[]) => `ecm:uuid IN (${some.map(() => '?').join(', ')})`;
  const parts = Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) =>
    ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce),
  );
  const sections = parts.flatMap((some) => oneSection('selection', anyOf(some), some, shape).sections);
  const nothing = oneSection('selection', "ecm:uuid = ''", [], shape);
  const first = parts[0] ?? [];
  return {
    ...(first.length === 0 ? nothing : oneSection('selection', anyOf(first), first, shape)),
    sections: sections.length === 0 ? nothing.sections : sections,
  };
}

export function recentSource(login: string, shape: ListShape): ListSource {
  const condition = `dc:contributors/* = ? AND ecm:primaryType != 'Favorites' AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ${shown} AND ${files}`;
  return oneSection('recent', condition, [login], shape);
}
