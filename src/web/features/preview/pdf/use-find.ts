// Searches an open PDF: hits page by page as they are found, and the current one.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import {
  findText,
  plainQuery,
  type SearchableText,
  searchable,
  type TextHit,
  type TextPiece,
} from './find-text.ts';

export interface PageHit extends TextHit {
  /** From 0. */
  readonly page: number;
}

export interface Find {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly hits: readonly PageHit[];
  /** Index in the hits; -1 if there are none. */
  readonly current: number;
  readonly searching: boolean;
  readonly step: (by: 1 | -1) => void;
}

const texts = new WeakMap<PDFDocumentProxy, Map<number, SearchableText>>();

async function pageText(pdf: PDFDocumentProxy, index: number): Promise<SearchableText> {
  const known = texts.get(pdf) ?? new Map<number, SearchableText>();
  texts.set(pdf, known);
  const earlier = known.get(index);
  if (earlier !== undefined) return earlier;
  const { items } = await (await pdf.getPage(index + 1)).getTextContent();
  const pieces = items.flatMap((item): readonly TextPiece[] =>
    'str' in item ? [{ text: item.str, endsLine: item.hasEOL }] : [],
  );
  const text = searchable(pieces);
  known.set(index, text);
  return text;
}

/** @param onShow called with the page of the hit to show */
export function useFind(pdf: PDFDocumentProxy, onShow: (page: number) => void): Find {
  const [query, setQuery] = useState('');
  const [hits, setHits] = useState<readonly PageHit[]>([]);
  const [current, setCurrent] = useState(-1);
  const [searching, setSearching] = useState(false);

  // Reads the text of page after page from the worker; a new query or a closed viewer stops it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position of the first hit is computed once per search.
  useEffect(() => {
    const wanted = plainQuery(query);
    setHits([]);
    setCurrent(-1);
    setSearching(wanted !== '');
    if (wanted === '') return;
    let stopped = false;
    const walk = async () => {
      let found: readonly PageHit[] = [];
      for (let page = 0; page < pdf.numPages && !stopped; page += 1) {
        const onPage = findText(await pageText(pdf, page), wanted).map((hit) => ({ ...hit, page }));
        if (stopped) return;
        if (onPage.length === 0) continue;
        if (found.length === 0) {
          setCurrent(0);
          onShow(page);
        }
        found = [...found, ...onPage];
        setHits(found);
      }
      if (!stopped) setSearching(false);
    };
    walk().catch(() => setSearching(false));
    return () => {
      stopped = true;
    };
  }, [pdf, query]);

  return {
    query,
    setQuery,
    hits,
    current,
    searching,
    step: (by) => {
      if (hits.length === 0) return;
      const next = (current + by + hits.length) % hits.length;
      setCurrent(next);
      onShow(hits[next]?.page ?? 0);
    },
  };
}
