/** Parts of a document's answer that only pages other than a folder's list show. */
import type { DocumentEntity } from '#wire/document.ts';
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import { contextParameter, strings } from './document-context.ts';

export function tagsOf(document: DocumentEntity): readonly string[] {
  return strings(contextParameter(document, 'tags'));
}

export function hasFolderishChild(document: DocumentEntity): boolean {
  return contextParameter(document, 'hasFolderishChild') === true;
}

export interface Space {
  readonly used: number;
  /** Null: no limit. */
  readonly allowed: number | null;
  readonly inTrash: number;
  readonly inVersions: number;
}

/** `quota` enricher: the space that the content takes. Null if the server does not count it. */
export function spaceOf(document: DocumentEntity): Space | null {
  const quota = contextParameter(document, 'quota');
  if (!isJsonObject(quota) || typeof quota.totalSize !== 'number') return null;
  const number = (value: unknown) => (typeof value === 'number' ? value : 0);
  const allowed = number(quota.maxQuota);
  return {
    used: quota.totalSize,
    allowed: allowed > 0 ? allowed : null,
    inTrash: number(quota.trash),
    inVersions: number(quota.versions),
  };
}

export function subscriptionsOf(document: DocumentEntity): readonly string[] {
  return strings(contextParameter(document, 'subscribedNotifications'));
}

export interface Rendition {
  readonly name: string;
  readonly url: string;
}

export function renditionsOf(document: DocumentEntity): readonly Rendition[] {
  const found = contextParameter(document, 'renditions');
  if (!Array.isArray(found)) return [];
  return found.flatMap((item: Json) =>
    isJsonObject(item) && isString(item.name) && isString(item.url)
      ? [{ name: item.name, url: item.url }]
      : [],
  );
}
