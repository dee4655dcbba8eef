/**
 * Operations that index documents again, with the names that a Platform's search add-on uses.
 * Invariant: they run the bulk action `index`, whose state can be queried and which only administrators may start.
 */
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { submitBulk } from '#server/core/search/bulk.ts';
import type { Json } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { documentFrom } from '../machinery/references.ts';

async function index(session: Session, query: string): Promise<Json> {
  return { commandId: (await submitBulk(session, { action: 'index', query })).commandId };
}

function below({ id }: DocumentRow): string {
  return `SELECT * FROM Document WHERE ecm:uuid = '${id}' OR ecm:ancestorId = '${id}'`;
}

async function queryOf(session: Session, input: Json): Promise<string> {
  if (isString(input) && /^\s*select\b/i.test(input)) return input;
  const document = await documentFrom(session, input);
  if (!document) throw errors.badRequest('The input must be a document or a query');
  return below(document);
}

const operation = (id: string, label: string) =>
  defineOperation({
    id,
    category: 'Services',
    label,
    description:
      'Finds the words anew: of the input document and what is below it, of the documents of a query, or of all. Gives the id of a bulk command.',
    params: {},
    methods: {
      object: {
        to: 'jsonBlob',
        run: async ({ session }, input) => index(session, await queryOf(session, input)),
      },
      document: { to: 'jsonBlob', run: ({ session }, document) => index(session, below(document)) },
      void: { to: 'jsonBlob', run: ({ session }) => index(session, 'SELECT * FROM Document') },
    },
  });

export const indexOperations = [
  operation('Elasticsearch.Index', 'Indexes documents'),
  operation('Elasticsearch.BulkIndex', 'Indexes documents by a bulk command'),
];
