/**
 * Puts a fetch-shaped app behind a Node HTTP server.
 * Invariant: big bodies pass as raw Node streams in both directions; a request that is cut off gives its reader an
 * error, never a short body.
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
  /** Lets running requests end, at most for the given time. */
  close(graceMilliseconds: number): Promise<void>;
}

/** Below this, streams cost more than they save. */
const smallFile = 64 * 1024;

const longText = 1024 * 1024;

/** Longer than proxies and clients keep an idle connection: they end it, so it never ends just as they use it again. */
const keepAliveMs = 75_000;

export interface ListenerLimits {
  /** For the whole head of a request. */
  readonly headMilliseconds: number;
  /** For each piece of a body, in both directions. */
  readonly silenceMilliseconds: number;
}

export const defaultListenerLimits: ListenerLimits = {
  headMilliseconds: 20_000,
  silenceMilliseconds: 60_000,
};

/** How late a head that takes too long may be noticed. */
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
      // From here on only the client is waited for: to take the answer, and to send what it still has to.
      if (incoming instanceof IncomingMessage) incoming.socket.setTimeout(silenceMilliseconds);
      if (response instanceof TextResponse && outgoing instanceof ServerResponse) {
        await sendText(response, outgoing);
        return RESPONSE_ALREADY_SENT;
      }
      const file = fileBehind(response);
      if (!file || file.end - file.start < smallFile || !(outgoing instanceof ServerResponse))
        return response;
      await response.body?.cancel();
      // A stream into what is closed is refused, and its file stays open.
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT;
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      await pipeline(createReadStream(file.path, { start: file.start, end: file.end - 1 }), outgoing).catch(
        // The reader went away: there is nobody left to tell.
        () => outgoing.destroy(),
      );
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(
    {
      maxHeaderSize: 256 * 1024,
      // A body may take as long as it comes; without its own limit a head would then have none either.
      requestTimeout: 0,
      headersTimeout: headMilliseconds,
      connectionsCheckingInterval: Math.min(lookMilliseconds, headMilliseconds),
      keepAliveTimeout: keepAliveMs,
    },
    (incoming, outgoing) => {
      // Whoever stands in front may have gone by the other.
      if ((incoming.headersDistinct.host?.length ?? 0) > 1) outgoing.writeHead(400).end();
      else void respond(incoming, outgoing);
    },
  );
  await started(server, at);
  return { port: portOf(server), close: (grace) => closed(server, grace) };
}

/** Head and body in one piece; a long body, which takes a while to become bytes, in several. */
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

/** Ends with an error when the connection broke before the announced length. */
async function* wholeBody(
  incoming: IncomingMessage,
  silenceMilliseconds: number,
): AsyncGenerator<Uint8Array, void> {
  const giveUp = (): void => {
    incoming.destroy(new Error('The request body stopped coming'));
  };
  // Runs only while the client is waited for, not while what has come is worked on.
  let timer = setTimeout(giveUp, silenceMilliseconds);
  try {
    // Who stops reading has an answer to give, on the same connection.
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
    // Those that are answering now end with their answer.
    server.keepAliveTimeout = 1;
    server.closeIdleConnections();
  });
}
