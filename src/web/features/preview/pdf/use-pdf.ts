// The open PDF of a viewer: opening, asking for its password, errors, and closing it with the viewer.
import { skipToken, useQuery } from '@tanstack/react-query';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { fileContent } from '#web/api/file-content.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { openPdf, type PasswordQuestion, wholeBytes } from './open-pdf.ts';

export type PdfState =
  | { readonly status: 'opening' }
  | ({ readonly status: 'password' } & PasswordQuestion)
  | { readonly status: 'ready'; readonly pdf: PDFDocumentProxy }
  | { readonly status: 'failed'; readonly error: Error };

export interface UsedPdf {
  readonly state: PdfState;
  readonly retry: () => void;
}

const opening: PdfState = { status: 'opening' };

export function usePdf({ address, bytes }: ViewerFile): UsedPdf {
  const inPieces = bytes !== null && bytes > wholeBytes;
  const content = useQuery(
    inPieces ? { queryKey: ['files', 'none'], queryFn: skipToken } : fileContent(address),
  );
  const [state, setState] = useState<PdfState>(opening);
  const [attempt, setAttempt] = useState(0);
  const blob = content.data;

  // Not a query: the open document holds memory in the worker, and must be closed with its viewer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it again.
  useEffect(() => {
    if (!inPieces && blob === undefined) return;
    const abort = new AbortController();
    const { signal } = abort;
    const set = (next: PdfState) => {
      if (!signal.aborted) setState(next);
    };
    const open = async () => {
      const data = inPieces ? { address, bytes } : await blob?.arrayBuffer();
      if (data === undefined) return;
      const onPassword = (question: PasswordQuestion) => set({ status: 'password', ...question });
      set({ status: 'ready', pdf: await openPdf({ data, onPassword, signal }) });
    };
    setState(opening);
    open().catch((cause: unknown) =>
      set({ status: 'failed', error: cause instanceof Error ? cause : new Error(String(cause)) }),
    );
    return () => abort.abort();
  }, [address, bytes, inPieces, blob, attempt]);

  return {
    state: content.error === null ? state : { status: 'failed', error: content.error },
    retry: () => {
      if (content.error === null) setAttempt(attempt + 1);
      else void content.refetch();
    },
  };
}
