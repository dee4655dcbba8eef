/** Operations that find documents by reference, place and kind. */
import { systemField } from '#nxql/index.ts';
import { getDocument } from '#server/core/documents/documents.ts';
import { sourceOf } from '#server/core/documents/publishing.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { evaluateText, isTruthy } from '../machinery/expression.ts';
import { optional, required } from '../machinery/parameters.ts';
import { readListText } from '../machinery/properties-text.ts';
import { scopeOf } from '../machinery/scope.ts';

const category = 'Fetch';

const fetch = defineOperation({
  id: 'Repository.GetDocument',
  aliases: ['Document.Fetch'],
  category,
  label: 'Document',
  description: 'The document with this id or path.',
  params: { value: required('document', 'Id or path') },
  methods: { void: { to: 'document', run: ({ params: { value } }) => value } },
});

const child = defineOperation({
  id: 'Document.GetChild',
  category: 'Document',
  label: 'Get Child',
  description: 'The child of the input document with this name.',
  params: { name: required('string', 'Name of the child') },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params: { name } }, document) => {
        const found = await session.read.documents.child(document.id, name);
        return getDocument(session, {
          id: found?.id ?? `${document.path === '/' ? '' : document.path}/${name}`,
        });
      },
    },
  },
});

const children = defineOperation({
  id: 'Document.GetChildren',
  category: 'Document',
  label: 'Get Children',
  description: 'The children of the input document that are not in the trash.',
  params: {},
  methods: {
    eachDocument: {
      to: 'documents',
      run: async ({ session }, document) => {
        const { entries } = await runQuery(
          session,
          'SELECT * FROM Document WHERE ecm:parentId = ? AND ecm:isTrashed = 0 AND ecm:isVersion = 0 ORDER BY ecm:pos, ecm:name',
          { positional: [document.id] },
        );
        return entries;
      },
    },
  },
});

const parent = defineOperation({
  id: 'Document.GetParent',
  category: 'Document',
  label: 'Get Parent',
  description: 'The parent of the input document, or its nearest ancestor of a type.',
  params: { type: optional('string', 'Type of the ancestor') },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params: { type } }, document) => {
        const ancestors = await session.read.documents.ancestors(document.seriesId || document.id);
        const found = ancestors.find((one) => type === undefined || one.type === type);
        return found && getDocument(session, { id: found.id });
      },
    },
  },
});

const filter = defineOperation({
  id: 'Document.Filter',
  category: 'Document',
  label: 'Filter List',
  description: 'Those of the input documents that meet every given condition.',
  params: {
    types: optional('string', 'Types, separated by commas'),
    facet: optional('string', 'A facet that they have; with ! before it, do not have'),
    lifecycle: optional('string', 'State'),
    pathStartsWith: optional('string', 'Path that they are below'),
    condition: optional('string', 'An expression about `Document`'),
    class: optional('string', 'What they are', {
      values: ['any', 'regular', 'version', 'link', 'published', 'proxy', 'immutable', 'mutable'],
    }),
  },
  methods: {
    eachDocument: {
      to: 'documents',
      run: ({ session, context, params }, document) => {
        const { types, facet, lifecycle, pathStartsWith, condition, class: kind } = params;
        const input = { kind: 'document', document } as const;
        const keeps =
          (!types || readListText(types).includes(document.type)) &&
          (!facet || hasFacet(session, document, facet)) &&
          (!lifecycle || document.state === lifecycle) &&
          (!pathStartsWith || (document.path ?? '').startsWith(pathStartsWith)) &&
          (!kind || isOfClass(document, kind.toLowerCase())) &&
          (!condition ||
            isTruthy(evaluateText(condition.replace(/^expr:/, ''), scopeOf(session, context, input))));
        return keeps ? [document] : [];
      },
    },
  },
});

function hasFacet(session: Session, document: DocumentRow, facet: string): boolean {
  return facet.startsWith('!')
    ? !session.types.hasFacet(document, facet.slice(1))
    : session.types.hasFacet(document, facet);
}

function isOfClass(document: DocumentRow, kind: string): boolean {
  const isProxy = document.proxyTargetId !== null;
  switch (kind) {
    case 'any':
      return true;
    case 'regular':
      return !isProxy && !document.isVersion;
    case 'version':
      return document.isVersion;
    case 'link':
    case 'published':
    case 'proxy':
      return isProxy;
    case 'immutable':
      return document.isVersion || isProxy;
    case 'mutable':
      return !document.isVersion && !isProxy;
    default:
      throw errors.badRequest(`There is no class of documents called ${kind}`);
  }
}

const byProperty = defineOperation({
  id: 'Document.FetchByProperty',
  category,
  label: 'Document by Property',
  description: 'The documents in which a property has one of the values.',
  params: {
    property: required('string', 'Xpath'),
    values: required('stringlist', 'One is enough'),
    query: optional('string', 'A further NXQL condition'),
  },
  methods: {
    void: {
      to: 'documents',
      run: async ({ session, params: { property, values, query } }) => {
        if (!session.types.property(property) && !systemField(property))
          throw errors.badRequest(`There is no property ${property}`);
        if (values.length === 0) return [];
        const more = query ? ` AND (${query})` : '';
        const marks = values.map(() => '?').join(', ');
        const { entries } = await runQuery(
          session,
          `SELECT * FROM Document WHERE ${property} IN (${marks})${more}`,
          { positional: values },
        );
        return entries;
      },
    },
  },
});

const source = defineOperation({
  id: 'Proxy.GetSourceDocument',
  aliases: ['GetLiveDocument'],
  category: 'Document',
  label: 'Get Live Document',
  description: 'The document that a proxy or a version comes from.',
  params: {},
  methods: {
    eachDocument: { to: 'document', run: ({ session }, document) => sourceOf(session, document) },
  },
});

const contextDocument = defineOperation({
  id: 'Context.FetchDocument',
  category,
  label: 'Context Document(s)',
  description: 'The input as it is.',
  params: {},
  methods: {
    document: { to: 'document', run: (_call, document) => document },
    documents: { to: 'documents', run: (_call, documents) => documents },
  },
});

const contextFile = defineOperation({
  id: 'Context.FetchFile',
  category,
  label: 'Context File(s)',
  description: 'The input as it is.',
  params: {},
  methods: { eachBlob: { to: 'blob', run: (_call, blob) => blob } },
});

export const readingOperations = [
  fetch,
  child,
  children,
  parent,
  filter,
  byProperty,
  source,
  contextDocument,
  contextFile,
];
