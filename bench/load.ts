/**
 * Many callers over keep-alive connections, for the benches. Plain sockets: a full HTTP client would take more of the
 * shared cores than the server under test.
 */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A server and the id of its process. */
export interface Target {
  readonly origin: string;
  readonly pid: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** CPU time of the server for one call, in milliseconds; hardly affected by other load on the machine. */
  readonly cpu: number;
  /** The 99th percentile of response times, in milliseconds. */
  readonly p99: number;
}

/** What a caller does repeatedly, on a connection of its own. */
export type Task = (send: (call: Call) => Promise<string>) => Promise<unknown>;

/** Each connection starts its next task when the last one is done. @throws if an answer is not a success */
export async function load(
  { origin, pid }: Target,
  connections: number,
  seconds: number,
  task: Task,
): Promise<LoadResult> {
  const { hostname, port } = new URL(origin);
  const clients = await Promise.all(
    Array.from({ length: connections }, () => Client.open(hostname, Number(port))),
  );
  const times: number[] = [];
  const cpuBefore = await cpuOf(pid);
  const start = performance.now();
  const end = start + seconds * 1000;
  try {
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < end) {
          const begin = performance.now();
          await task((call) => client.send(call));
          times.push(performance.now() - begin);
        }
      }),
    );
  } finally {
    for (const client of clients) client.close();
  }
  const passed = (performance.now() - start) / 1000;
  const sorted = times.toSorted((one, other) => one - other);
  return {
    perSecond: times.length / passed,
    cpu: ((await cpuOf(pid)) - cpuBefore) / times.length,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

/** In milliseconds; Linux counts in hundredths of a second. NaN on other systems. */
export async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

class Client {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer = Buffer.alloc(0);
  #answer: { readonly resolve: (body: string) => void; readonly reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#answer?.reject(error));
    socket.on('close', () => this.#answer?.reject(new Error('The server ended the connection')));
  }

  static open(host: string, port: number): Promise<Client> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port }, () => resolve(new Client(socket, `${host}:${port}`)));
      socket.once('error', reject);
    });
  }

  send({ method, path, headers = {}, body = '' }: Call): Promise<string> {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    const lines = Object.entries({ Host: this.#host, ...headers, 'Content-Length': String(length) });
    const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      if (typeof body === 'string') this.#socket.write(head + body);
      else {
        this.#socket.write(head);
        this.#socket.write(body);
      }
    });
  }

  close(): void {
    this.#answer = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const bodyStart = this.#received.indexOf('\r\n\r\n') + 4;
    if (bodyStart < 4) return;
    const head = this.#received.toString('latin1', 0, bodyStart);
    const end = bodyEnd(head, this.#received, bodyStart);
    if (end === undefined) return;
    const body = this.#received.toString('utf8', bodyStart, end);
    this.#received = this.#received.subarray(end);
    const answer = this.#answer;
    this.#answer = undefined;
    if (/^HTTP\/1\.1 2/.test(head)) answer?.resolve(body);
    else answer?.reject(new Error(`${head.slice(0, head.indexOf('\r'))}: ${body.slice(0, 300)}`));
  }
}

/** Undefined while bytes are missing. */
function bodyEnd(head: string, received: Buffer, bodyStart: number): number | undefined {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = bodyStart + Number(length);
    return received.length < end ? undefined : end;
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return bodyStart;
  const last = received.indexOf('0\r\n\r\n', bodyStart);
  return last < 0 ? undefined : last + 5;
}
