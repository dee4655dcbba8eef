/**
 * Compresses text answers for clients that accept it.
 * Invariant: only answers that are offered as texts are compressed; stored bytes, ranges and streams are sent as they are. The
 * work is done off the main thread.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pauseWhenLong } from './core/kernel/turns.ts';
import { chooseEncoding, type Encoding } from './http/bytes/accepted-encoding.ts';
import { TextResponse } from './http/bytes/text-response.ts';

/** In characters: for shorter texts the headers cost what the compression saves. */
const smallest = 1024;

/** Higher levels take longer and save little. */
const brotliQuality = 4;
const gzipLevel = 5;

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!(response instanceof TextResponse) || response.content.length < smallest) return response;
  response.fields.append('Vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  if (encoding === undefined) return response;
  // Encoding a long text takes a while.
  await pauseWhenLong();
  const bytes = await response.encoded(encoding, (text) => compress(text, encoding));
  const headers = new Headers(response.headers);
  headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(bytes.length));
  const etag = headers.get('etag');
  // A weak validator: the text is the same, the bytes are not.
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
