/**
 * Reads the text around the found words, split where the server marked them. Pure; its markup is parsed, never inserted
 * into the page.
 */
import { propertyOf } from '#web/api/document-context.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { isJsonObject, isString } from '#wire/json.ts';

export interface SnippetPart {
  readonly text: string;
  readonly hit: boolean;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

export function snippetParts(segment: string): readonly SnippetPart[] {
  return segment.split(/<em>(.*?)<\/em>/s).flatMap((piece, index): readonly SnippetPart[] => {
    const text = piece
      .replace(/<\/?[a-z][^>]*>/gi, '')
      .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)
      .replace(/\s+/g, ' ');
    return text === '' ? [] : [{ text, hit: index % 2 === 1 }];
  });
}

/** The first marked text, or else the document's description. */
export function snippetOf(document: DocumentEntity): readonly SnippetPart[] {
  const marked = document.contextParameters?.highlight;
  const first = Array.isArray(marked) ? marked.find(isJsonObject) : undefined;
  const segment = Array.isArray(first?.segments) ? first.segments.find(isString) : undefined;
  if (segment !== undefined) return snippetParts(segment);
  const summary = propertyOf(document, 'dc:description');
  return isString(summary) && summary.trim() !== '' ? [{ text: summary.trim(), hit: false }] : [];
}

/** The paths of the folders above `path`, from the top. */
export function foldersAbove(path: string): readonly string[] {
  const steps = path.split('/').filter((step) => step !== '');
  return steps.slice(0, -1).map((_, index) => `/${steps.slice(0, index + 1).join('/')}`);
}
