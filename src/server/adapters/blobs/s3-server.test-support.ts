/**
 * A bucket on a server of its own: Versity's S3 gateway where it is installed (scripts/s3-server.mjs), otherwise a
 * stand-in, which the test run then reports.
 * Invariant: tests look at objects directly, not through the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findS3Server } from '../../../../scripts/s3-server.mjs';
import { startS3StandIn } from './s3-stand-in.ts';

export interface S3Server {
  readonly address: string;
  /** The present objects by name. */
  objects(): Promise<ReadonlyMap<string, StoredObject>>;
  /** Makes all present objects older. */
  age(milliseconds: number): Promise<void>;
  /** Changes the last byte of an object. */
  damage(name: string): Promise<void>;
  /** It then accepts connections without answering, until `thaw`. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export interface StoredObject {
  readonly content: Buffer;
  /** A different value each time that the object is sent. */
  readonly sending: string;
}

export const s3Credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
/** The environment variables that programs read. */
export const s3Environment = {
  AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
};

const timeoutMs = 60_000;

/** @param bucket the server's only bucket */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const program = findS3Server();
  if (program !== undefined) return startGateway(program, bucket);
  process.stdout.write('No S3 server on this machine: the tests use a stand-in\n');
  return startS3StandIn(bucket, s3Credentials.accessKeyId);
}

async function startGateway(program: string, bucket: string): Promise<S3Server> {
  const base = await mkdtemp(join(tmpdir(), 'muniment-s3-server-'));
  const root = join(base, 'buckets');
  const objectsAt = join(root, bucket);
  const facts = join(base, 'facts');
  await mkdir(objectsAt, { recursive: true });
  await mkdir(facts);
  const port = await freePort();
  // In separate files, because not every temporary folder supports extended attributes.
  const words = ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', facts, root];
  const { accessKeyId, secretAccessKey } = s3Credentials;
  const child = spawn(program, words, {
    stdio: 'ignore',
    env: { ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
  });
  const exit = once(child, 'exit');
  await untilListening(child, port);

  const files = async (): Promise<readonly string[]> => {
    const entries = await readdir(objectsAt, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !relative(objectsAt, path).startsWith('.sgwtmp'));
  };
  return {
    address: `http://127.0.0.1:${port}`,
    objects: async () => {
      const objects = (await files()).map(async (path) => {
        const { ino, mtimeMs } = await stat(path);
        return [
          relative(objectsAt, path),
          { content: await readFile(path), sending: `${ino} ${mtimeMs}` },
        ] as const;
      });
      return new Map(await Promise.all(objects));
    },
    age: async (milliseconds) => {
      for (const path of await files()) {
        const earlier = new Date((await stat(path)).mtimeMs - milliseconds);
        await utimes(path, earlier, earlier);
      }
    },
    damage: async (name) => {
      const file = await open(join(objectsAt, name), 'r+');
      const { size } = await file.stat();
      const last = Buffer.alloc(1);
      await file.read(last, 0, 1, size - 1);
      await file.write(Buffer.from([last.readUInt8() ^ 1]), 0, 1, size - 1);
      await file.close();
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    close: async () => {
      child.kill('SIGKILL');
      await exit;
      await rm(base, { recursive: true });
    },
  };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(20)) {
    if (child.exitCode !== null) throw new Error(`The S3 server ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
  }
  throw new Error('The S3 server does not listen');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
