/**
 * The part of S3 that the blob store uses, in memory, for tests on machines without a real S3 server.
 * Invariant: an object is visible only when its upload is complete.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { S3Server } from './s3-server.test-support.ts';

interface StoredObject {
  readonly content: Buffer;
  readonly sending: string;
  readonly parts: number;
  modified: number;
}

/** @param bucket the only one; `accessKeyId` may use it */
export async function startS3StandIn(bucket: string, accessKeyId: string): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let sendings = 0;
  let frozen = Promise.withResolvers<void>();
  frozen.resolve();
  const store = (key: string, contents: readonly Buffer[], parts: number): void => {
    sendings += 1;
    const content = Buffer.concat(contents);
    objects.set(key, { content, sending: String(sendings), parts, modified: Date.now() });
  };

  const contentOf = (source: string): Buffer =>
    objects.get(source.slice(bucket.length + 1))?.content ?? Buffer.alloc(0);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const [, bucketName, ...names] = decodeURIComponent(url.pathname).split('/');
    const key = names.join('/');
    const upload = url.searchParams.get('uploadId');
    const body = await buffer(request);
    await frozen.promise;
    const isAllowed = request.headers.authorization?.includes(`Credential=${accessKeyId}/`);
    if (!isAllowed || bucketName !== bucket) {
      response.writeHead(isAllowed ? 404 : 403).end();
      return;
    }
    switch (request.method) {
      case 'PUT': {
        const source = request.headers['x-amz-copy-source'];
        const content =
          source === undefined ? decodeChunks(body, request) : contentOf(decodeURIComponent(String(source)));
        const result = upload === null ? 'CopyObjectResult' : 'CopyPartResult';
        if (upload === null) store(key, [content], 1);
        else uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), content);
        if (source !== undefined) return xml(response, `<${result}><ETag>x</ETag></${result}>`);
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
        store(
          key,
          parts.map(([, part]) => part),
          parts.length,
        );
        uploads.delete(upload ?? '');
        return xml(response, '<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>');
      }
      case 'DELETE':
        if (upload === null) objects.delete(key);
        else uploads.delete(upload);
        response.writeHead(204).end();
        return;
      default:
        if (url.searchParams.has('uploads')) {
          const begun = [...uploads.keys()].map(
            (one) =>
              `<Upload><Key>${one}</Key><UploadId>${one}</UploadId><Initiated>${new Date().toISOString()}</Initiated></Upload>`,
          );
          return xml(response, `<ListMultipartUploadsResult>${begun.join('')}</ListMultipartUploadsResult>`);
        }
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
    objects: async () => new Map(objects),
    age: async (milliseconds) => {
      for (const object of objects.values()) object.modified -= milliseconds;
    },
    damage: async (name) => {
      const content = objects.get(name)?.content ?? Buffer.alloc(0);
      content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1);
    },
    freeze: () => {
      frozen = Promise.withResolvers();
    },
    thaw: () => frozen.resolve(),
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
  const { content, modified, parts } = object;
  response.setHeader('Last-Modified', new Date(modified).toUTCString());
  response.setHeader('ETag', parts > 1 ? `"x-${parts}"` : '"x"');
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
