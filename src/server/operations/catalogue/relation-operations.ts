/** Relations between documents: each is a document of type `Relation`, beside the one that it begins at. */
import {
  createDocument,
  deleteDocument,
  findDocument,
  getDocument,
} from '#server/core/documents/documents.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import type { Json } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';
import { defineOperation } from './define-operation.ts';

async function relations(
  session: Session,
  document: DocumentRow,
  predicate: string,
  outgoing: boolean,
): Promise<readonly DocumentRow[]> {
  const end = outgoing ? 'relation:source' : 'relation:target';
  const { entries } = await runQuery(
    session,
    `SELECT * FROM Relation WHERE ${end} = ? AND relation:predicate = ?`,
    { positional: [document.id, predicate] },
  );
  return entries;
}

const toOther = {
  object: required('document', 'The other document'),
  predicate: required('string', 'Which relation'),
  outgoing: defaulted('boolean', false, 'From the input document, or to it'),
};

const linked = defineOperation({
  id: 'Document.GetLinkedDocuments',
  aliases: ['Relations.GetRelations'],
  category: 'Services',
  label: 'Get Linked Documents',
  description: 'The documents that the input document is related to.',
  params: {
    predicate: required('string', 'Which relation'),
    outgoing: defaulted('boolean', true, 'From the input document, or to it'),
    graphName: optional('string', 'Accepted from older clients'),
  },
  methods: {
    document: {
      to: 'documents',
      run: async ({ session, params: { predicate, outgoing } }, document) => {
        const found: DocumentRow[] = [];
        for (const relation of await relations(session, document, predicate, outgoing)) {
          const other: Json | undefined =
            relation.properties[outgoing ? 'relation:target' : 'relation:source'];
          const row = isString(other) ? await findDocument(session, { id: other }) : undefined;
          if (row) found.push(row);
        }
        return found;
      },
    },
  },
});

const link = defineOperation({
  id: 'Document.AddRelation',
  aliases: ['Relations.CreateRelation'],
  category: 'Services',
  label: 'Create Relation',
  description: 'Relates another document to the input document, or the input document to it.',
  params: toOther,
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params: { object, predicate, outgoing } }, document) => {
        const [source, target] = outgoing ? [document, object] : [object, document];
        const known = await relations(session, source, predicate, true);
        if (known.some(({ properties }) => properties['relation:target'] === target.id)) {
          throw new RepositoryError('conflict', 'The documents have this relation already');
        }
        if (source.parentId === null) throw errors.badRequest('There is no folder to keep the relation in');
        await createDocument(session, await getDocument(session, { id: source.parentId }), {
          type: 'Relation',
          name: 'relation',
          properties: {
            'relation:source': source.id,
            'relation:predicate': predicate,
            'relation:target': target.id,
          },
        });
        return getDocument(session, { id: document.id });
      },
    },
  },
});

const unlink = defineOperation({
  id: 'Document.DeleteRelation',
  aliases: ['Relations.DeleteRelation'],
  category: 'Services',
  label: 'Delete Relation',
  description: 'Removes a relation between the input document and another.',
  params: toOther,
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params: { object, predicate, outgoing } }, document) => {
        const otherEnd = outgoing ? 'relation:target' : 'relation:source';
        for (const relation of await relations(session, document, predicate, outgoing)) {
          if (relation.properties[otherEnd] === object.id) await deleteDocument(session, relation);
        }
        return getDocument(session, { id: document.id });
      },
    },
  },
});

export const relationOperations = [linked, link, unlink];
