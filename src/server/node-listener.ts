/**
 * Runs an app of `Request` and `Response` on a Node HTTP server.
 * Invariant: large bodies are passed as Node streams in both directions; reading the body of an interrupted request throws,
 * and never returns a shorter body.
 */
import { createReadStream } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Ending } from '#server/core/kernel/budget.ts';
import { piecesOf } from '#server/core/kernel/text-pieces.ts';
import {
  fileBehind,
  offerCaller,
  offerHeaders,
  offerRawBody,
  setClientAddress,
} from '#server/http/bytes/listener-hints.ts';
import { compressed } from './compression.ts';
import { TextResponse } from './http/bytes/text-response.ts';

export interface FetchApp {
  fetch(request: Request): Promise<Response>;
}

export interface Listening {
  readonly port: number;
  /** Lets running requests end, for at most this time. */
  close(graceMilliseconds: number): Promise<void>;
}

/** For smaller files, streams cost more than they save. */
const smallFile = 64 * 1024;

const longText = 1024 * 1024;

/** Longer than proxies and clients keep idle connections: so the server never closes one just when it is used again. */
const keepAliveMs = 75_000;

export interface ListenerLimits {
  /** Time limit for the head of a request. */
  readonly headMilliseconds: number;
  /** Time limit for each piece of a body, in both directions. */
  readonly silenceMilliseconds: number;
}

export const defaultListenerLimits: ListenerLimits = {
  headMilliseconds: 20_000,
  silenceMilliseconds: 60_000,
};

/** How late an exceeded head limit may be noticed. */
const lookMilliseconds = 5_000;

export async function listen(
  app: FetchApp,
  at: { port: number; host: string },
  limits = defaultListenerLimits,
): Promise<Listening> {
  const { headMilliseconds, silenceMilliseconds } = limits;
  const respond = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env;
      if (incoming instanceof IncomingMessage) {
        offerRawBody(request, wholeBody(incoming, silenceMilliseconds));
        offerHeaders(request, incoming.headers);
        offerCaller(request, callerAt(incoming.socket));
        setClientAddress(request, incoming.socket.remoteAddress ?? '');
      }
      const response = await compressed(request, await app.fetch(request));
      // From here on only the client is waited for: to read the answer, and to send the rest of its body.
      if (incoming instanceof IncomingMessage) incoming.socket.setTimeout(silenceMilliseconds);
      if (response instanceof TextResponse && outgoing instanceof ServerResponse) {
        await sendText(response, outgoing);
        return RESPONSE_ALREADY_SENT;
      }
      const file = fileBehind(response);
      if (!file || file.end - file.start < smallFile || !(outgoing instanceof ServerResponse))
        return response;
      await response.body?.cancel();
      // Piping into a closed response would fail and leave the file open.
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT;
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      await pipeline(createReadStream(file.path, { start: file.start, end: file.end - 1 }), outgoing).catch(
        // The client has gone: there is nobody to answer.
        () => outgoing.destroy(),
      );
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(
    {
      maxHeaderSize: 256 * 1024,
      // Bodies may take any time; the head then needs a limit of its own.
      requestTimeout: 0,
      headersTimeout: headMilliseconds,
      connectionsCheckingInterval: Math.min(lookMilliseconds, headMilliseconds),
      keepAliveTimeout: keepAliveMs,
    },
    (incoming, outgoing) => {
      // A proxy in front may have used the other Host header.
      if ((incoming.headersDistinct.host?.length ?? 0) > 1) outgoing.writeHead(400).end();
      else void respond(incoming, outgoing);
    },
  );
  await started(server, at);
  return { port: portOf(server), close: (grace) => closed(server, grace) };
}

/** Sends head and body in one piece; a long body in several, as encoding it takes a while. */
async function sendText({ status, fields, content }: TextResponse, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, { ...fields.asRecord(), 'content-length': Buffer.byteLength(content) });
  if (content.length <= longText) outgoing.end(content);
  else await pipeline(piecesOf(content, longText), outgoing).catch(() => outgoing.destroy());
}

function callerAt(socket: Socket): Ending {
  return {
    get aborted() {
      return socket.destroyed;
    },
  };
}

/** Throws when the connection broke before the announced length. */
async function* wholeBody(
  incoming: IncomingMessage,
  silenceMilliseconds: number,
): AsyncGenerator<Uint8Array, void> {
  const giveUp = (): void => {
    incoming.destroy(new Error('The request body stopped coming'));
  };
  // Runs only while the client is waited for, not while a piece is processed.
  let timer = setTimeout(giveUp, silenceMilliseconds);
  try {
    // Not destroyed when the reader stops, because the answer is sent on the same connection.
    for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
      clearTimeout(timer);
      yield piece;
      timer = setTimeout(giveUp, silenceMilliseconds);
    }
  } finally {
    clearTimeout(timer);
    incoming.resume();
  }
  if (!incoming.complete) throw new Error('The request body was cut off');
}

function started(server: Server, at: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closed(server: Server, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(giveUp);
      resolve();
    });
    // Connections that are answering now close after their answer.
    server.keepAliveTimeout = 1;
    server.closeIdleConnections();
  });
}
