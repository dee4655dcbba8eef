/**
 * Evaluates the rules of extensions, which are data, for documents, and selects the part of a document that an extension
 * gets. Pure.
 */

import type { ExtensionDocument, JsonValue, Rule } from '#extension';
import { blobOf, mayTry, propertyOf } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';

export function ruleHolds(rule: Rule, documents: readonly StoredDocument[]): boolean {
  return (
    documents.length > 0 &&
    documents.length <= (rule.most ?? Number.POSITIVE_INFINITY) &&
    documents.every((document) => holdsOf(rule, document))
  );
}

function holdsOf({ types, facets, states, mediaTypes }: Rule, document: StoredDocument): boolean {
  const { type, state, isTrashed, isVersion } = document;
  return (
    !isTrashed &&
    !isVersion &&
    (types?.includes(type) ?? true) &&
    (facets?.every((facet) => document.facets.includes(facet)) ?? true) &&
    (states === undefined || (state !== null && states.includes(state))) &&
    (mediaTypes === undefined || hasMediaType(mediaTypes, blobOf(document)?.['mime-type'] ?? null))
  );
}

/** The first document for which the reader lacks a permission, and the permission. */
export function findMissingPermission(
  permissions: readonly string[],
  documents: readonly StoredDocument[],
): { readonly permission: string; readonly name: string } | undefined {
  return documents
    .flatMap((document) =>
      permissions
        .filter((permission) => !mayTry(document, permission))
        .map((permission) => ({ permission, name: document.title })),
    )
    .at(0);
}

/** @param wanted `text/csv` or `text/*` */
export function hasMediaType(wanted: readonly string[], mediaType: string | null): boolean {
  const [type = ''] = (mediaType ?? '').toLowerCase().split(';');
  return wanted.some((one) =>
    one.endsWith('/*') ? type.startsWith(one.slice(0, -1).toLowerCase()) : one.toLowerCase() === type.trim(),
  );
}

/** Only the properties that the contribution names. */
export function visiblePart(document: StoredDocument, properties: readonly string[]): ExtensionDocument {
  const { uid, path, type, title, state, facets } = document;
  const known = properties.flatMap((name): readonly (readonly [string, JsonValue])[] => {
    const value = propertyOf(document, name);
    return value === undefined ? [] : [[name, value]];
  });
  return { uid, path, type, title, state, facets, properties: Object.fromEntries(known) };
}
