/** `/automation/login`, `/capabilities` and `/management`: what the server says of itself (platform.md §0.5, §1.1). */
import { namedGroups } from '#server/core/people/principals.ts';
import type { LoginEntity } from '#wire/people.ts';
import type { Call } from '../application.ts';
import { requireAdministrator } from '../authentication/authenticate.ts';
import { entity, json } from '../responses.ts';

export function login({ session }: Call): Response {
  session.audit({ eventId: 'loginSuccess', category: 'NuxeoAuthentication' });
  const body: LoginEntity = {
    'entity-type': 'login',
    username: session.username,
    isAdministrator: session.principals.isAdministrator,
    groups: namedGroups(session.principals),
  };
  return entity(body);
}

export function capabilities({ session }: Call): Response {
  const { repository } = session;
  return entity({
    'entity-type': 'capabilities',
    server: {
      distributionName: 'lts',
      distributionVersion: repository.settings.productVersion,
      distributionServer: 'node',
    },
    cluster: { enabled: false, nodeId: 'muniment' },
    repository: Object.fromEntries(
      repository.repositoryNames.map((name) => [name, { queryBlobKeys: false }]),
    ),
  });
}

export async function probes({ session }: Call): Promise<Response> {
  requireAdministrator(session.principals);
  const root = await session.read.documents.root(session.repositoryName);
  return entity({
    'entity-type': 'probes',
    entries: [
      {
        'entity-type': 'probe',
        name: 'repositoryStatus',
        status: { 'entity-type': 'probe_status', neverExecuted: false, success: root !== undefined },
      },
    ],
  });
}

/** How far the background work is, by kind. */
export async function jobs({ session }: Call): Promise<Response> {
  requireAdministrator(session.principals);
  return json(await session.read.jobs.counts());
}

export function distribution({ session }: Call): Response {
  requireAdministrator(session.principals);
  return json({ name: 'muniment', version: session.repository.settings.productVersion });
}
