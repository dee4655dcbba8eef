import type { BlobEntity, DocumentEntity } from '#wire/document.ts';
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import { documentsIn } from './documents.ts';
import { isBlob } from './guards.ts';

export function contextParameter(document: DocumentEntity, name: string): Json | undefined {
  return document.contextParameters?.[name];
}

/** `permissions` enricher: what the signed-in person may do here, `Write`, `AddChildren` … */
function permissionsOn(document: DocumentEntity): readonly string[] {
  return strings(contextParameter(document, 'permissions'));
}

export function may(document: DocumentEntity, permission: string): boolean {
  return permissionsOn(document).includes(permission);
}

/** If the server sends no permissions, the action is offered, and the server may refuse it. */
export function mayTry(document: DocumentEntity, permission: string): boolean {
  return permissionsOn(document).length === 0 || may(document, permission);
}

/** Whether documents may be put into this folder. */
export function mayAddTo(folder: DocumentEntity): boolean {
  return mayTry(folder, 'AddChildren');
}

/** From the first level below the root down to the document itself; only documents that the person may see. */
export function breadcrumbOf(document: DocumentEntity): readonly DocumentEntity[] {
  return documentsIn(contextParameter(document, 'breadcrumb'));
}

export function isFavourite(document: DocumentEntity): boolean {
  const found = contextParameter(document, 'favorites');
  return isJsonObject(found) && found.isFavorite === true;
}

export interface CreatableType {
  readonly type: string;
  readonly facets: readonly string[];
}

/** `subtypes` enricher: the types that may be created in this folder. */
export function creatableTypes(document: DocumentEntity): readonly CreatableType[] {
  const found = contextParameter(document, 'subtypes');
  if (!Array.isArray(found)) return [];
  return found.flatMap((item: Json) =>
    isJsonObject(item) && isString(item.type) ? [{ type: item.type, facets: strings(item.facets) }] : [],
  );
}

/** Address as the server wrote it; pass it through `ownAddress` before use. */
export function linkOf(document: DocumentEntity, enricher: 'thumbnail' | 'preview'): string | null {
  const found = contextParameter(document, enricher);
  return isJsonObject(found) && isString(found.url) ? found.url : null;
}

/** A property of the document by prefixed name or xpath: `dc:title`, `files:files/0/file`. */
export function propertyOf(document: DocumentEntity, xpath: string): Json | undefined {
  const [name = '', ...steps] = xpath.split('/');
  return steps.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isJsonObject(value) ? value[step] : undefined;
  }, document.properties?.[name]);
}

export function blobOf(document: DocumentEntity, xpath = 'file:content'): BlobEntity | null {
  const found: unknown = propertyOf(document, xpath);
  return isBlob(found) ? found : null;
}

/** Whether the person may upload a new file for it, with the current one kept as a version. */
export function takesVersion(document: DocumentEntity): boolean {
  const mayWrite = mayTry(document, 'Write');
  return mayWrite && blobOf(document) !== null && !document.isVersion && !document.isProxy;
}

export function isFolderish(document: DocumentEntity): boolean {
  return document.facets.includes('Folderish');
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function strings(value: unknown): readonly string[] {
  return listed(value).filter(isString);
}
