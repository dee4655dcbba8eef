/**
 * As much of S3 as the blob store speaks, in memory, for its tests.
 * Invariant: an object is visible only when its upload is complete.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface S3StandIn {
  readonly address: string;
  readonly partsReceived: number;
  /** By name; a snapshot. */
  objects(): ReadonlyMap<string, Buffer>;
  /** Makes all objects that are there older. */
  age(milliseconds: number): void;
  close(): Promise<void>;
}

interface StoredObject {
  readonly content: Buffer;
  modified: number;
}

export async function startS3StandIn(): Promise<S3StandIn> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let partsReceived = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/');
    const upload = url.searchParams.get('uploadId');
    const body = await buffer(request);
    switch (request.method) {
      case 'PUT': {
        const content = decodeChunks(body, request);
        if (upload === null) objects.set(key, { content, modified: Date.now() });
        else {
          partsReceived += 1;
          uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), content);
        }
        response.setHeader('ETag', '"x"').end();
        return;
      }
      case 'POST': {
        if (url.searchParams.has('uploads')) {
          uploads.set(key, new Map());
          return xml(
            response,
            `<InitiateMultipartUploadResult><UploadId>${key}</UploadId></InitiateMultipartUploadResult>`,
          );
        }
        const parts = [...(uploads.get(upload ?? '') ?? [])].sort(([one], [other]) => one - other);
        objects.set(key, { content: Buffer.concat(parts.map(([, part]) => part)), modified: Date.now() });
        return xml(response, '<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>');
      }
      case 'DELETE':
        objects.delete(key);
        response.writeHead(204).end();
        return;
      default:
        if (key === '') return list(response, objects, url.searchParams.get('prefix') ?? '');
        return get(request, response, objects.get(key));
    }
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The stand-in has no port');
  return {
    address: `http://127.0.0.1:${bound.port}`,
    get partsReceived() {
      return partsReceived;
    },
    objects: () => new Map([...objects].map(([name, { content }]) => [name, content])),
    age: (milliseconds) => {
      for (const object of objects.values()) object.modified -= milliseconds;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Bodies come in the `aws-chunked` encoding when the client adds a checksum behind them. */
function decodeChunks(body: Buffer, request: IncomingMessage): Buffer {
  if (!String(request.headers['content-encoding']).includes('aws-chunked')) return body;
  const parts: Buffer[] = [];
  for (let start = 0; ; ) {
    const end = body.indexOf('\r\n', start);
    const size = Number.parseInt(body.subarray(start, end).toString(), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    start = end + 2 + size + 2;
  }
}

function get(request: IncomingMessage, response: ServerResponse, object: StoredObject | undefined): void {
  if (object === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { content, modified } = object;
  response.setHeader('Last-Modified', new Date(modified).toUTCString());
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const part = range === null ? content : content.subarray(Number(range[1]), Number(range[2]) + 1);
  response.writeHead(range === null ? 200 : 206, { 'Content-Length': part.byteLength });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function list(response: ServerResponse, objects: ReadonlyMap<string, StoredObject>, prefix: string): void {
  const entries = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(
      ([key, { content, modified }]) =>
        `<Contents><Key>${key}</Key><Size>${content.byteLength}</Size><LastModified>${new Date(modified).toISOString()}</LastModified></Contents>`,
    );
  xml(response, `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`);
}

function xml(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/xml').end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
}
