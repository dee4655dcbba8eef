/** `/automation/login` and `/capabilities`: the caller's name, and the server's features. */
import { fileAddressSeconds } from '#server/core/files/file-addresses.ts';
import { namedGroups } from '#server/core/people/principals.ts';
import type { LoginEntity } from '#wire/people.ts';
import type { Call } from '../application.ts';
import { entity } from '../responses.ts';

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
    // Not in the Platform: the manager checks this before it uses it.
    fileAddresses: { seconds: fileAddressSeconds },
    mail: { enabled: repository.ports.mailer !== undefined },
    cluster: { enabled: false, nodeId: 'muniment' },
    repository: Object.fromEntries(
      repository.repositoryNames.map((name) => [name, { queryBlobKeys: false }]),
    ),
  });
}
