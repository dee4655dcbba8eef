/**
 * The names for expressions: the call's variables, its input document, the caller, the time.
 * Invariant: all values are plain data, and none contains the storage key of a file.
 */
import { titleOf } from '#server/core/documents/documents.ts';
import { versionLabel } from '#server/core/documents/versions.ts';
import { isBlobValue } from '#server/core/kernel/blob-value.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { OperationContext } from './context.ts';
import type { Scope } from './expression.ts';
import type { OperationInput } from './result.ts';

export function scopeOf(session: Session, context: OperationContext, input: OperationInput): Scope {
  const read = (name: string): Json | undefined => {
    switch (name) {
      case 'Context':
        return Object.fromEntries(context.entries().map(([key, value]) => [key, plain(session, value)]));
      case 'Document':
      case 'This':
      case 'input':
        return plain(session, input);
      case 'CurrentUser':
        return { name: session.username, isAdministrator: session.principals.isAdministrator };
      case 'CurrentDate':
        return session.now.toISOString();
    }
    const variable = context.get(name);
    return variable && plain(session, variable);
  };
  // Each value is computed once, as it may be a whole list of documents.
  const values = new Map<string, Json | undefined>();
  return {
    valueOf: (name) => {
      if (!values.has(name)) values.set(name, read(name));
      return values.get(name);
    },
    spendBytes: (count) => session.budget.spendBytes(count),
  };
}

function plain(session: Session, value: OperationInput): Json {
  switch (value.kind) {
    case 'void':
      return null;
    case 'json':
      return value.value;
    case 'document':
      return plainDocument(session, value.document);
    case 'documents':
      return value.documents.map((document) => plainDocument(session, document));
    case 'blob':
      return { filename: value.blob.name, mimeType: value.blob.mimeType, length: value.blob.length };
    case 'blobs':
      return value.blobs.map((blob) => plain(session, { kind: 'blob', blob }));
  }
}

/** The fields of a document for expressions, and each of its properties by name. */
function plainDocument({ types }: Session, document: DocumentRow): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(document.properties).map(([name, value]) => [name, withoutKeys(value)]),
  );
  return {
    ...properties,
    uid: document.id,
    id: document.id,
    name: document.name,
    path: document.path,
    type: document.type,
    title: titleOf(document),
    lifeCycleState: document.state,
    isTrashed: document.isTrashed,
    isVersion: document.isVersion,
    versionLabel: versionLabel(document, types.hasFacet(document, 'Versionable')),
  };
}

function withoutKeys(value: Json): Json {
  if (isBlobValue(value)) {
    const { data: _key, ...shown } = value;
    return shown;
  }
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutKeys(item ?? null)]));
}
