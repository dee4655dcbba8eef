/**
 * Replaces references by whole entities, when `fetch.document` asks for it.
 * Invariant: a reference that does not exist, or that the caller may not read, stays as it is.
 */
import { findEntry } from '#server/core/directories/entries.ts';
import { findDocument, parseReference } from '#server/core/documents/documents.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { FieldDefinition, Resolver, SchemaDefinition } from '#server/core/types/definitions.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { asJson } from './as-json.ts';
import { presentEntry } from './directory.ts';
import { presentPrincipal } from './people.ts';
import { prefixOf } from './properties.ts';

/** Presents a referenced document. */
type ShowDocument = (document: DocumentRow) => Promise<object>;

export async function fetchReferences(
  call: Call,
  schemas: readonly SchemaDefinition[],
  properties: JsonObject,
  showDocument: ShowDocument,
): Promise<JsonObject> {
  const wanted = [...call.options.fetch('document')].filter(
    (name) => name === 'properties' || name.includes(':'),
  );
  if (wanted.length === 0) return properties;
  const isWanted = (xpath: string): boolean =>
    wanted.some((name) => name === 'properties' || xpath === name || xpath.startsWith(`${name}/`));

  const walk = async (field: FieldDefinition, xpath: string, value: Json): Promise<Json> => {
    if (Array.isArray(value)) {
      const items: Json[] = [];
      for (const item of value) items.push(await walkOne(field, field.fields ? `${xpath}/*` : xpath, item));
      return items;
    }
    return walkOne(field, xpath, value);
  };
  const walkOne = async (field: FieldDefinition, xpath: string, value: Json): Promise<Json> => {
    if (field.fields && isJsonObject(value)) {
      const parts: Record<string, Json> = {};
      for (const part of field.fields) {
        parts[part.name] = await walk(part, `${xpath}/${part.name}`, value[part.name] ?? null);
      }
      return parts;
    }
    if (!field.resolver || typeof value !== 'string' || !isWanted(xpath)) return value;
    return (await resolve(call, field.resolver, value, showDocument)) ?? value;
  };

  const resolved: Record<string, Json | undefined> = { ...properties };
  for (const schema of schemas) {
    for (const field of schema.fields) {
      const name = `${prefixOf(schema)}:${field.name}`;
      resolved[name] = await walk(field, name, properties[name] ?? null);
    }
  }
  return resolved;
}

async function resolve(
  call: Call,
  resolver: Resolver,
  reference: string,
  showDocument: ShowDocument,
): Promise<Json | undefined> {
  if (resolver.kind === 'user') {
    const principal = await presentPrincipal(call, reference);
    return principal && asJson(principal);
  }
  if (resolver.kind === 'document') {
    const document = await findDocument(
      call.session,
      parseReference(reference.slice(reference.indexOf(':') + 1)),
    );
    return document && asJson(await showDocument(document));
  }
  const id = resolver.hierarchical ? reference.split('/').at(-1) : reference;
  const entry = await findEntry(call.session, resolver.directory, id ?? reference);
  return entry && asJson(await presentEntry(call, entry));
}
