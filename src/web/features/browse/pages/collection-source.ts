/** The source of a collection's list. Pure. */
import { providerSearch } from '#web/api/provider-search.ts';
import {
  foldersFirst,
  type ListShape,
  type ListSource,
  oneSection,
  shownCondition,
} from '#web/documents/list/list-source.ts';
import { inCollectionCondition } from './place-sources.ts';

const pageSize = 100;

/** The members of a collection, from any folder. In the order of its members only if nothing is filtered out. */
export function collectionSource(collectionId: string, shape: ListShape): ListSource {
  if (shape.sort[0]?.by !== 'ecm:pos')
    return foldersFirst(collectionId, inCollectionCondition, [collectionId], shape);
  const sort = [{ by: 'dc:title', order: 'asc' }] as const;
  const byTitle = oneSection(collectionId, `${inCollectionCondition} AND ${shownCondition}`, [collectionId], {
    ...shape,
    sort,
  });
  if (shape.filter.trim() !== '' || Object.keys(shape.filters).length > 0) return byTitle;
  const { view } = shape;
  const provider = {
    provider: 'ordered_content_collection',
    params: [collectionId],
    view,
    aggregates: false,
  };
  const members = JSON.stringify([collectionId, 'in order']);
  return {
    ...byTitle,
    rows: {
      key: JSON.stringify([members, view]),
      place: collectionId,
      members,
      pageSize,
      sections: [(request) => providerSearch({ ...request, ...provider, place: collectionId })],
    },
  };
}
