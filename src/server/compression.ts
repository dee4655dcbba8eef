/**
 * Compresses texts on their way out, for clients that take it.
 * Invariant: only what was offered as a text is touched, so stored bytes, ranges and streams travel as they are; the
 * work is done off the main thread.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pauseWhenLong } from './core/kernel/turns.ts';
import { chooseEncoding, type Encoding } from './http/bytes/accepted-encoding.ts';
import { TextResponse } from './http/bytes/text-response.ts';

/** Below this, the headers cost what the body saves. */
const smallest = 1024;

/** Beyond these, it takes longer and saves little. */
const brotliQuality = 4;
const gzipLevel = 5;

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!(response instanceof TextResponse) || response.content.length < smallest) return response;
  response.fields.append('Vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  if (encoding === undefined) return response;
  // A long text takes a while to become bytes.
  await pauseWhenLong();
  const bytes = await response.encoded(encoding, (text) => compress(text, encoding));
  const headers = new Headers(response.headers);
  headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(bytes.length));
  const etag = headers.get('etag');
  // The same text in other bytes.
  if (etag !== null && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`);
  return new Response(bytes, { status: response.status, headers });
}

function compress(text: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip') return gzipped(text, { level: gzipLevel });
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return brotlied(text, { params });
}
