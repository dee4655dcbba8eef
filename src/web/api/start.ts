/**
 * Connects configuration, session, connection and client once, when the page starts. One page uses one server, so the query
 * factories of this folder get the client from `api()`, and screens need not pass it along.
 */
import { onlineManager } from '@tanstack/react-query';
import { ApiClient } from './client.ts';
import type { AppConfig } from './config.ts';
import type { Connection } from './connection.ts';
import { createConnection } from './connection.ts';
import { createMedia, type Media } from './media.ts';
import { createSession, type Session } from './session.ts';
import { createSessionChannel } from './session-channel.ts';
import { createSessionStorage, storageName } from './session-storage.ts';

export interface Api {
  readonly config: AppConfig;
  readonly client: ApiClient;
  readonly session: Session;
  readonly connection: Connection;
  readonly media: Media;
}

let running: Api | undefined;

export interface StartOptions {
  readonly config: AppConfig;
  /** Address of the folder that holds index.html. */
  readonly appRoot: URL;
  readonly language: () => string;
  /** The message for a call that nobody answered. */
  readonly unanswered: () => string;
  /** Resolves when work that is not urgent may begin. */
  readonly spareTime: Promise<void>;
  /** Called if this tab knows of nobody signed in: the next step waits for other tabs. */
  readonly onNobodyHere: () => void;
}

const renewalCheck = 20_000;

export async function startApi(options: StartOptions): Promise<Api> {
  const { config, appRoot, language, unanswered, spareTime } = options;
  const connection: Connection = createConnection(() =>
    // Any answer is enough, even one that another origin may not read.
    fetch(`${config.server}/runningstatus`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store' }).then(
      () => undefined,
    ),
  );
  const name = storageName(config.server);
  const storage = createSessionStorage(name, sessionStorage, localStorage);
  const session = createSession({
    storage,
    channel: createSessionChannel(name),
    renew: async (...renewed) =>
      (await import('./sign-in.ts')).renewCredentials(client, config, name, ...renewed),
    exclusively: (task) => navigator.locks?.request(`${name}:renewal`, task) ?? task(),
    now: Date.now,
  });
  const client: ApiClient = new ApiClient({
    server: config.server,
    headerPrefix: config.headerPrefix,
    session,
    connection,
    language,
    unanswered,
    refused: async (response) => (await import('./refusals/refused-in-words.ts')).refusedInWords(response),
    // If its code or the database is missing, the call fails like any other that the server did not answer.
    offline: (...request) =>
      import('./offline/offline-answers.ts')
        .then(({ offlineAnswer }) => offlineAnswer({ server: config.server, session }, ...request))
        .catch(() => undefined),
  });
  const media = createMedia({ client, session, appRoot, spareTime });
  // Only whether the server answers matters, not the browser's idea of the network: the server may be on this machine.
  onlineManager.setEventListener(() => undefined);
  connection.subscribe((state) => onlineManager.setOnline(state.status === 'connected'));
  for (const change of ['online', 'offline']) addEventListener(change, () => void connection.check());
  if (!navigator.onLine) void connection.check();
  if (storage.read() === null) options.onNobodyHere();
  await session.restore();

  const renewQuietly = (): void => {
    // A failure here occurs again, and is reported, in the next call that needs the session.
    session.renewIfDue().catch(() => undefined);
  };
  setInterval(renewQuietly, renewalCheck);
  document.addEventListener('visibilitychange', renewQuietly);

  running = { config, client, session, connection, media };
  return running;
}

/** The parts that `startApi` connected; throws before it has run. */
export function runningApi(): Api {
  if (running === undefined) throw new Error('startApi has not run');
  return running;
}

export function api(): ApiClient {
  return runningApi().client;
}
