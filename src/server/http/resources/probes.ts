/** `/management/probes`: checks that run on request. Invariant: administrators only. */
import { errors } from '#server/core/kernel/errors.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Call } from '../application.ts';
import { requireAdministrator } from '../authentication/authenticate.ts';
import { entity } from '../responses.ts';

interface ProbeRuns {
  readonly lastRun: Date | null;
  readonly lastSuccess: Date;
  readonly lastFail: Date;
  readonly successes: number;
  readonly failures: number;
  readonly isSuccess: boolean;
  readonly milliseconds: number;
}

interface ByName {
  readonly name: string;
}

const repositoryProbe = 'repositoryStatus';

/** The interface's date for something that has never happened. */
const never = new Date(0);
const noRuns: ProbeRuns = {
  lastRun: null,
  lastSuccess: never,
  lastFail: never,
  successes: 0,
  failures: 0,
  isSuccess: false,
  milliseconds: 0,
};

/** Since this server started. */
const runsOf = new WeakMap<Repository, ProbeRuns>();

export function listProbes({ session }: Call): Response {
  requireAdministrator(session.principals);
  return entity({ 'entity-type': 'probes', entries: [presentProbe(session.repository)] });
}

export function readProbe({ session }: Call, { name }: ByName): Response {
  requireAdministrator(session.principals);
  requireKnown(name);
  return entity(presentProbe(session.repository));
}

export async function runProbe({ session }: Call, { name }: ByName): Promise<Response> {
  requireAdministrator(session.principals);
  requireKnown(name);
  const start = performance.now();
  const isSuccess = (await session.read.documents.root(session.repositoryName)) !== undefined;
  const milliseconds = Math.round(performance.now() - start);
  const before = runsOf.get(session.repository) ?? noRuns;
  const lastRun = session.now;
  const counts = isSuccess
    ? { lastSuccess: lastRun, successes: before.successes + 1 }
    : { lastFail: lastRun, failures: before.failures + 1 };
  runsOf.set(session.repository, { ...before, ...counts, lastRun, isSuccess, milliseconds });
  return entity(presentProbe(session.repository));
}

function requireKnown(name: string): void {
  if (name !== repositoryProbe) throw errors.notFound(`No such probe: ${name}`);
}

function presentProbe(repository: Repository) {
  const runs = runsOf.get(repository) ?? noRuns;
  return {
    'entity-type': 'probe',
    name: repositoryProbe,
    status: {
      'entity-type': 'probeStatus',
      neverExecuted: runs.lastRun === null,
      success: runs.isSuccess,
      infos: {},
    },
    history: {
      lastRun: runs.lastRun?.toISOString() ?? null,
      lastSuccess: runs.lastSuccess.toISOString(),
      lastFail: runs.lastFail.toISOString(),
    },
    counts: { run: runs.successes + runs.failures, success: runs.successes, failure: runs.failures },
    time: runs.milliseconds,
  } as const;
}
