/** The sources of the lists that are no folders: trash, collections, favourites, recent documents. Pure. */
import {
  fileCondition,
  foldersFirst,
  type ListShape,
  type ListSource,
  oneSection,
  shownCondition,
} from '#web/documents/list/list-source.ts';

export const inCollectionCondition = 'collectionMember:collectionIds/* = ? AND ecm:isTrashed = 0';

/** @param within path of the folder whose trash is listed, with all folders below it; null for the whole trash */
export function trashSource(shape: ListShape, within: string | null = null): ListSource {
  return within === null
    ? foldersFirst('trash', 'ecm:isTrashed = 1', [], shape)
    : foldersFirst('trash', 'ecm:isTrashed = 1 AND ecm:path STARTSWITH ?', [within], shape);
}

export function favouritesSource(collectionId: string, shape: ListShape): ListSource {
  return foldersFirst('favourites', inCollectionCondition, [collectionId], shape);
}

/** The collections that the person may see, without their favourites, which have a page of their own. */
export function collectionsSource(shape: ListShape): ListSource {
  const condition =
    "ecm:mixinType = 'Collection' AND ecm:primaryType != 'Favorites' AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ecm:isVersion = 0";
  return oneSection('collections', condition, [], shape);
}

/** The most ids in one request: they are part of its address. */
const idsAtOnce = 100;

/** Documents by their ids. If there are more than `idsAtOnce`, each hundred is sorted by itself. */
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
  const condition = `dc:contributors/* = ? AND ecm:primaryType != 'Favorites' AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ${shownCondition} AND ${fileCondition}`;
  return oneSection('recent', condition, [login], shape);
}
