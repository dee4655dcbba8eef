/** Operations on facets and whole schemas of documents. */
import type { DocumentUpdate } from '#server/core/documents/document-update.ts';
import { getDocument } from '#server/core/documents/documents.ts';
import { defaultProperties, getProperty, securedAgainst } from '#server/core/documents/properties.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { SchemaDefinition } from '#server/core/types/definitions.ts';
import type { JsonObject } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { changeProperties, changeShape, requireXpath } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Document';
const save = defaulted('boolean', true, 'Store the change');

const addFacet = defineOperation({
  id: 'Document.AddFacet',
  category,
  label: 'Add Facet',
  description: 'Adds a facet to the input document.',
  params: { facet: required('string', 'Name of the facet'), save },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params: { facet, save: isSaved } }, document) => {
        if (!session.types.facets.has(facet)) throw errors.badRequest(`There is no facet ${facet}`);
        requireFree(session, facet);
        const withFacet = (current: DocumentRow): DocumentUpdate =>
          session.types.hasFacet(current, facet) ? {} : { facets: [...current.facets, facet] };
        return changeShape(session, document, withFacet, isSaved);
      },
    },
  },
});

const removeFacet = defineOperation({
  id: 'Document.RemoveFacet',
  category,
  label: 'Remove Facet',
  description: 'Takes a facet off the input document, with the values that only it allowed.',
  params: { facet: required('string', 'Name of the facet'), save },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        requireFree(session, params.facet);
        const without = (current: DocumentRow): DocumentUpdate => {
          const facets = current.facets.filter((facet) => facet !== params.facet);
          const left = session.types.schemasOf({ type: current.type, facets });
          const gone = session.types.schemasOf(current).filter((schema) => !left.includes(schema));
          return {
            facets,
            properties: Object.fromEntries(gone.flatMap(namesIn).map((name) => [name, null])),
          };
        };
        return changeShape(session, document, without, params.save);
      },
    },
  },
});

function requireFree(session: Session, facet: string): void {
  if (session.types.isOwnedFacet(facet)) {
    throw errors.badRequest(`The facet ${facet} is given by the server's own rules only`);
  }
}

function namesIn(schema: SchemaDefinition): readonly string[] {
  return schema.fields.map((field) => `${schema.prefix || schema.name}:${field.name}`);
}

function schemaOf(session: Session, document: DocumentRow, name: string): SchemaDefinition {
  const schema = session.types.schemasOf(document).find((one) => one.name === name);
  if (!schema) throw errors.badRequest(`${document.type} has no schema ${name}`);
  return schema;
}

const copySchema = defineOperation({
  id: 'Document.CopySchema',
  category,
  label: 'Copy Schema',
  description: 'Copies every property of a schema from another document.',
  params: {
    schema: required('string', 'Name of the schema'),
    sourceId: optional('string', 'Id of the other document'),
    sourcePath: optional('string', 'Path of the other document'),
    save,
    saveDocument: defaulted('boolean', true, 'Same as save'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        const { sourceId, sourcePath } = params;
        if (sourceId === undefined && sourcePath === undefined) {
          throw errors.badRequest("'sourceId' or 'sourcePath' parameter must be set");
        }
        const source = await getDocument(
          session,
          sourceId === undefined ? { path: sourcePath ?? '' } : { id: sourceId },
        );
        const secured = securedAgainst(session);
        const names = namesIn(schemaOf(session, document, params.schema)).filter(
          (name) => !secured.has(name),
        );
        const properties = Object.fromEntries(names.map((name) => [name, source.properties[name] ?? null]));
        return changeShape(session, document, () => ({ properties }), params.save && params.saveDocument);
      },
    },
  },
});

const resetSchema = defineOperation({
  id: 'Document.ResetSchema',
  category,
  label: 'Reset Schema',
  description: 'Gives a schema, or one property, the values of a new document.',
  params: {
    schema: optional('string', 'Name of the schema'),
    xpath: optional('string', 'Xpath of the property'),
    save,
    saveDocument: defaulted('boolean', true, 'Same as save'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => {
        const { schema, xpath: requestedXpath } = params;
        if (schema === undefined && requestedXpath === undefined) {
          throw errors.badRequest("'schema' or 'xpath' parameter must be set");
        }
        const first = defaultProperties(session.types, document);
        const names =
          schema === undefined
            ? [requireXpath(session, document, requestedXpath ?? '')]
            : namesIn(schemaOf(session, document, schema)).filter(
                (name) => !securedAgainst(session).has(name),
              );
        const changes: JsonObject = Object.fromEntries(names.map((name) => [name, getProperty(first, name)]));
        return changeProperties(session, document, changes, { save: params.save && params.saveDocument });
      },
    },
  },
});

export const schemaOperations = [addFacet, removeFacet, copySchema, resetSchema];
