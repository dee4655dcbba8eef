/** Operations on relations between documents (core/collections/relations.ts). */
import { endRelations, otherEnd, relate, relationsOf } from '#server/core/collections/relations.ts';
import { findDocument, getDocument } from '#server/core/documents/documents.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

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
        for (const relation of await relationsOf(session, document, predicate, outgoing)) {
          const other = otherEnd(relation, outgoing);
          const row = other ? await findDocument(session, { id: other }) : undefined;
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
        await relate(session, source, predicate, target);
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
        await endRelations(session, document, predicate, object, outgoing);
        return getDocument(session, { id: document.id });
      },
    },
  },
});

export const relationOperations = [linked, link, unlink];
