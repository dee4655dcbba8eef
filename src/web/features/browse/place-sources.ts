/** What the lists of other places than folders are made of: trash, collections, favourites, recent documents. Pure. */
import { containing, files, foldersFirst, type ListShape, type ListSource, shown } from './list-source.ts';

export function trashSource(shape: ListShape): ListSource {
  return foldersFirst('trash', 'ecm:isTrashed = 1', [], shape);
}

export function favouritesSource(collectionId: string, shape: ListShape): ListSource {
  const condition = 'collectionMember:collectionIds/* = ? AND ecm:isTrashed = 0';
  return foldersFirst('favourites', condition, [collectionId], shape);
}

/** What is in a collection, wherever it lies. */
export function collectionSource(collectionId: string, shape: ListShape): ListSource {
  const condition = 'collectionMember:collectionIds/* = ? AND ecm:isTrashed = 0';
  return foldersFirst(collectionId, condition, [collectionId], shape);
}

/** The collections that the person may see; favourites have a place of their own. */
export function collectionsSource({ filter, sort, view }: ListShape): ListSource {
  const named = filter.trim() === '' ? '' : ' AND dc:title ILIKE ?';
  const query = `SELECT * FROM Document WHERE ecm:mixinType = 'Collection' AND ecm:primaryType != 'Favorites' AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ecm:isVersion = 0${named}`;
  const params = named === '' ? [] : [containing(filter.trim())];
  return { place: 'collections', sections: [{ query, params }], sort, view };
}

export function recentSource(login: string, shape: ListShape): ListSource {
  const named = shape.filter.trim() === '' ? '' : ' AND dc:title ILIKE ?';
  return {
    place: 'recent',
    sections: [
      {
        query: `SELECT * FROM Document WHERE dc:contributors/* = ? AND ecm:primaryType != 'Favorites' AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ${shown} AND ${files}${named}`,
        params: named === '' ? [login] : [login, containing(shape.filter.trim())],
      },
    ],
    sort: shape.sort,
    view: shape.view,
  };
}
