/** `/config/*`: the types, schemas and facets in force. */
import type { Call } from '../application.ts';
import {
  presentFacetItem,
  presentSchema,
  presentSchemaItem,
  presentType,
  presentTypes,
} from '../presenters/config.ts';
import { entity, json, noContent } from '../responses.ts';

export function listTypes({ session }: Call): Response {
  return json(presentTypes(session.types));
}

export function readType({ session, options }: Call, { name }: { readonly name: string }): Response {
  const type = session.types.type(name);
  return type ? entity(presentType(type, options.fetch('schema').has('fields'))) : noContent();
}

export function listSchemas({ session, options }: Call): Response {
  const detailed = options.fetch('schema').has('fields');
  return json([...session.types.schemas.values()].map((schema) => presentSchemaItem(schema, detailed)));
}

export function readSchema({ session, options }: Call, { name }: { readonly name: string }): Response {
  const schema = session.types.schemas.get(name);
  if (!schema) return noContent();
  return entity({ 'entity-type': 'schema', ...presentSchema(schema, options.fetch('schema').has('fields')) });
}

export function listFacets({ session }: Call): Response {
  return json([...session.types.facets.keys()].map((name) => presentFacetItem(session.types, name)));
}

export function readFacet({ session }: Call, { name }: { readonly name: string }): Response {
  if (!session.types.facets.has(name)) return noContent();
  return entity({ 'entity-type': 'facet', ...presentFacetItem(session.types, name) });
}
