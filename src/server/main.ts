/**
 * The server program: settings → repository → app → listen; and shutdown.
 * Invariant: errors that can be found before listening are reported in one line, with exit status 1.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Listening } from '#server/node-listener.ts';
import { listen } from '#server/node-listener.ts';
import { streamLog } from './adapters/stream-log.ts';
import { announcing } from './announcing.ts';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { backupChores } from './backup-schedule.ts';
import type { Repository } from './core/kernel/repository.ts';
import { hasDefaultPassword } from './core/people/password-check.ts';
import { housekeeping, jobHandlers } from './duties.ts';
import { fail } from './fail.ts';
import { readAppBrand } from './http/branding.ts';
import { withRequestLog } from './http/request-log.ts';
import { startObserving } from './observe/start-observing.ts';
import { openRepository } from './open-repository.ts';
import { OptionsError } from './options-error.ts';
import { readinessOf } from './readiness.ts';
import type { ServerOptions } from './server-options.ts';
import { readServerOptions } from './server-options.ts';
import { releaseStartMemory } from './start-memory.ts';
import { openStaticFolder } from './static-folder.ts';
import { isFirstProcess, runWorkers, stopOnMessage, workerSlot } from './workers.ts';

/** Time for running jobs to end; the next server takes up those that do not. */
const jobGraceMilliseconds = 1_200;

async function main(): Promise<void> {
  const options = readServerOptions(process.argv.slice(2), process.env);
  const log = streamLog(process.stderr, { level: options.logLevel, format: options.logFormat });
  if (options.workers > 1 && isFirstProcess) return runWorkers(options.workers, log);
  const staticFiles = await openStaticFolder(fileURLToPath(new URL('../../dist', import.meta.url)));
  const open = await openRepository(options, log, undefined, await readAppBrand(staticFiles));
  try {
    if (isExposed(options) && (await hasDefaultPassword(open.repository))) refuseDefaultPassword(options);
    const stopping = new AbortController();
    const readiness = readinessOf(open.repository, options.dataFolder, stopping.signal, options.backup);
    const observer = await startObserving(ofThisWorker(options), open.repository, readiness, log);
    const repository = observer.repository(open.repository);
    const app = createApp({
      readiness,
      repository,
      operations: open.operations,
      staticFiles,
      settings: {
        basePath: options.basePath,
        publicUrl: options.publicUrl,
        developer: options.developer,
        corsOrigins: options.corsOrigins,
        portal:
          options.portalSecret === undefined
            ? undefined
            : { secret: options.portalSecret, maxAgeSeconds: 3600, digest: 'MD5' },
      },
    });
    const listening = await listen(observer.app(withRequestLog(app, log)), options);
    const announcer = announcing(readiness);
    const background = startBackground(repository, jobHandlers(open.operations), [
      announcer.chore,
      ...housekeeping,
      ...backupChores(options),
    ]);
    releaseStartMemory();
    stopOnSignal(async () => {
      stopping.abort();
      await new Promise((resolve) => setTimeout(resolve, options.drainSeconds * 1000));
      // Event streams never end by themselves.
      repository.changes.close();
      await Promise.all([
        listening.close(options.graceSeconds * 1000),
        atMost(jobGraceMilliseconds, background.stop()),
      ]);
      await announcer.stop(repository);
      await observer.close();
      await open.close();
    });
    if (workerSlot() === 0) await greet(options, listening, open.repository);
  } catch (error) {
    await open.close();
    throw error;
  }
}

/** Each worker serves its metrics on a port of its own. */
function ofThisWorker(options: ServerOptions): ServerOptions {
  const { metrics } = options;
  return metrics === undefined || metrics.port === 0
    ? options
    : { ...options, metrics: { ...metrics, port: metrics.port + workerSlot() } };
}

/** Other machines can reach it, and the setting does not allow the default password. */
function isExposed({ host, allowDefaultPassword }: ServerOptions): boolean {
  return !allowDefaultPassword && !isLoopback(host);
}

function refuseDefaultPassword({ host }: ServerOptions): never {
  throw new OptionsError(
    `Refusing to listen on ${host}: Administrator still has the well-known password. Start without --host, change it in the app, then try again (or pass --allow-default-password).`,
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Checking the default password takes a tenth of a second, so the start does not wait for it. */
async function greet(options: ServerOptions, { port }: Listening, repository: Repository): Promise<void> {
  const host = isLoopback(options.host) ? 'localhost' : options.host;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  console.log(`Muniment listens on ${address}/ (interface at ${address}${options.basePath}/api/v1)`);
  console.log(
    `Data lies in ${options.database === undefined ? resolve(options.dataFolder) : `PostgreSQL and ${resolve(options.dataFolder)}`}`,
  );
  console.log(
    (await hasDefaultPassword(repository).catch(() => false))
      ? 'Sign in as Administrator with the password Administrator, and change it soon.'
      : 'Sign in with your user name and password.',
  );
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (): void => {
    // A second Ctrl-C stops at once; acknowledged changes are on disk already.
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  if (stopOnMessage(onSignal)) return;
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, milliseconds))]);
}

main().catch(fail);
