/** `@preview`: content that a browser can display. Always sandboxed, like every blob. */
import { convertIn } from '#server/core/files/conversions.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { blobResponse } from '../bytes/blob-response.ts';
import { blobAtXpath } from '../bytes/document-blobs.ts';
import type { Adapter } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

const shownAsIs =
  /^(image\/(png|jpeg|gif|webp|avif|svg\+xml)|application\/pdf|text\/.*|audio\/.*|video\/.*)$/;

export const preview: Adapter = {
  name: 'preview',
  answer: async ({ request, session }, target) => {
    requireMethod(request, 'GET');
    const source =
      target.kind === 'blob' ? target.blob : (await blobAtXpath(session, documentOf(target), ''))?.blob;
    if (!source) return new Response(null, { status: 404 });
    const blob = await showable(session, source);
    if (!blob) return notAvailable();
    return blobResponse(request, session.repository.ports.blobs, { blob, inline: true });
  },
};

async function showable(session: Session, source: StoredBlob): Promise<StoredBlob | undefined> {
  if (shownAsIs.test(source.mimeType ?? '')) return source;
  try {
    return await convertIn(session, source, { type: 'application/pdf' });
  } catch (error) {
    if (error instanceof RepositoryError) return undefined;
    throw error;
  }
}

function notAvailable(): Response {
  return new Response('<!doctype html><title>Preview</title><p>A preview is not available.</p>', {
    status: 404,
    headers: { 'Content-Type': 'text/html; charset=UTF-8' },
  });
}
