/** Operations on collections and favourites. */
import {
  addToCollection,
  collectionIdsOf,
  createCollection,
  favorites,
  moveMember,
  removeFromCollection,
} from '#server/core/collections/collections.ts';
import { titleOf } from '#server/core/documents/documents.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { runProvider } from '#server/core/search/run-provider.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { currentRow } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const services = 'Services';

const createIt = defineOperation({
  id: 'Collection.Create',
  aliases: ['Collection.CreateCollection'],
  category: 'Document',
  label: 'Create collection',
  description: 'Makes a collection in the input document, or among the caller’s own.',
  params: { name: required('string', 'Name'), description: optional('string', 'Description') },
  methods: {
    document: {
      to: 'document',
      run: ({ session, params }, parent) => createCollection(session, { ...params, parent }),
    },
    void: { to: 'document', run: ({ session, params }) => createCollection(session, params) },
  },
});

const collection = required('document', 'The collection');

const add = defineOperation({
  id: 'Document.AddToCollection',
  aliases: ['Collection.AddToCollection'],
  category: 'Document',
  label: 'Add to collection',
  description: 'Adds the input documents to a collection.',
  params: { collection },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        await addToCollection(session, params.collection, [document]);
        return currentRow(session, document);
      },
    },
  },
});

const remove = defineOperation({
  id: 'Collection.RemoveFromCollection',
  category: 'Document',
  label: 'Remove from collection',
  description: 'Takes the input documents out of a collection.',
  params: { collection },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        await removeFromCollection(session, params.collection, [document]);
        return currentRow(session, document);
      },
    },
  },
});

const members = defineOperation({
  id: 'Collection.GetDocumentsFromCollection',
  category: 'Document',
  label: 'Get documents from collection',
  description: 'The documents in the input collection.',
  params: {},
  methods: {
    document: { to: 'documents', run: ({ session }, document) => documentsIn(session, document) },
  },
});

function documentsIn(session: Session, list: DocumentRow) {
  return runProvider(session, 'default_content_collection', { positional: [list.id] });
}

const moveIt = defineOperation({
  id: 'Document.MoveCollectionMember',
  category: 'Document',
  label: 'Move member of collection',
  description:
    'Puts the first of two members of the input collection right behind the other, or one member first.',
  params: {
    member1: required('document', 'Who moves; first of all without another'),
    member2: optional('document', 'The other one'),
  },
  methods: {
    document: {
      to: 'boolean',
      run: ({ session, params }, document) => moveMember(session, document, params.member1, params.member2),
    },
  },
});

const collectionSuggestion = defineOperation({
  id: 'Collection.Suggestion',
  category: services,
  label: 'Get collection suggestion',
  description: 'Collections for a picker.',
  params: {
    currentPageIndex: defaulted('integer', 0, 'Which page, from 0'),
    pageSize: defaulted('integer', 20, 'Entries on a page'),
    lang: optional('string', 'Language'),
    searchTerm: optional('string', 'Beginning of a title'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params: { searchTerm = '', currentPageIndex, pageSize } }) => {
        const found = await collectionsTitled(session, searchTerm, { currentPageIndex, pageSize });
        return found.entries.map((row) => ({
          id: row.id,
          displayLabel: titleOf(row),
          path: row.path,
        }));
      },
    },
  },
});

function collectionsTitled(
  session: Session,
  beginning: string,
  page: { readonly currentPageIndex?: number; readonly pageSize?: number } = {},
) {
  return runQuery(
    session,
    "SELECT * FROM Document WHERE ecm:mixinType = 'Collection' AND ecm:primaryType != 'Favorites' AND dc:title ILIKE ? AND ecm:isTrashed = 0 AND ecm:isVersion = 0 ORDER BY dc:title",
    { positional: [`${beginning.replaceAll(/[\\%_]/g, '\\$&')}%`], ...page },
  );
}

const ownCollections = defineOperation({
  id: 'User.GetCollections',
  aliases: ['Collection.GetCollections'],
  category: services,
  label: 'Get collections',
  description: 'Collections that the caller sees and whose title begins with the term.',
  params: { searchTerm: required('string', 'Beginning of a title') },
  methods: {
    void: {
      to: 'documents',
      run: ({ session, params }) => collectionsTitled(session, params.searchTerm.replace(/%$/, '')),
    },
  },
});

// ------------------------------------------------------------------------------------------- favourites

const addFavorite = defineOperation({
  id: 'Document.AddToFavorites',
  aliases: ['Collection.AddToFavorites'],
  category: 'Document',
  label: 'Add to favorites',
  description: 'Adds the input documents to the caller’s favourites.',
  params: {},
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session }, document) => {
        await addToCollection(session, await favorites(session), [document]);
        return currentRow(session, document);
      },
    },
  },
});

const removeFavorite = defineOperation({
  id: 'Document.RemoveFromFavorites',
  aliases: ['Collection.RemoveFromFavorites'],
  category: 'Document',
  label: 'Remove from favorites',
  description: 'Takes the input documents out of the caller’s favourites.',
  params: {},
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session }, document) => {
        const list = await favorites(session);
        if (collectionIdsOf(document).includes(list.id)) {
          await removeFromCollection(session, list, [document]);
        }
        return currentRow(session, document);
      },
    },
  },
});

const fetchFavorites = defineOperation({
  id: 'Favorite.Fetch',
  category: 'Document',
  label: 'Fetch favorites root collection',
  description: 'The document that holds the caller’s favourites.',
  params: {},
  methods: { void: { to: 'document', run: ({ session }) => favorites(session) } },
});

const favoriteDocuments = defineOperation({
  id: 'Favorite.GetDocuments',
  aliases: ['Collection.GetElementsInFavorite'],
  category: 'Document',
  label: 'Get favorite documents',
  description: 'The caller’s favourite documents.',
  params: {},
  methods: {
    document: { to: 'documents', run: ({ session }, list) => documentsIn(session, list) },
    void: {
      to: 'documents',
      run: async ({ session }) => documentsIn(session, await favorites(session)),
    },
  },
});

export const collectionOperations = [
  createIt,
  add,
  remove,
  members,
  moveIt,
  collectionSuggestion,
  ownCollections,
  addFavorite,
  removeFavorite,
  fetchFavorites,
  favoriteDocuments,
];
