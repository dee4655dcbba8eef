/** Internal directories: people, sign-in tokens, OAuth clients. */
import type { Column, ColumnType, DirectoryDefinition } from './registry.ts';

/** Columns written as `name`, `name:long` or `name:boolean=true`. */
function columns(list: string): readonly Column[] {
  return list.split(' ').map((spelling) => {
    const [head = '', defaultText] = spelling.split('=');
    const [name = '', type = 'string'] = head.split(':');
    return {
      name,
      type: columnType(type),
      ...(defaultText === undefined ? {} : { defaultValue: defaultText === 'true' }),
    };
  });
}

function columnType(text: string): ColumnType {
  if (text === 'long' || text === 'boolean' || text === 'date') return text;
  return 'string';
}

function system(
  name: string,
  schema: string,
  list: string,
  options: Partial<DirectoryDefinition> = {},
): DirectoryDefinition {
  const all = columns(list);
  return {
    name,
    schema,
    columns: all,
    idField: all[0]?.name ?? 'id',
    parent: null,
    types: ['system'],
    isSystem: true,
    adminOnly: true,
    numbered: false,
    isPeople: false,
    secrets: [],
    rows: [],
    labels: {},
    ...options,
  };
}

const people = { adminOnly: false, isPeople: true } as const;

/** The manager's own OAuth client id. */
const managerClientId = 'muniment';

export const systemDirectories: readonly DirectoryDefinition[] = [
  system('userDirectory', 'user', 'username password firstName lastName company email tenantId', {
    ...people,
    secrets: ['password'],
  }),
  system('groupDirectory', 'group', 'groupname grouplabel description tenantId', people),
  system(
    'authTokens',
    'authtoken',
    'token userName applicationName deviceId deviceDescription permission creationDate:date',
  ),
  system(
    'oauth2Clients',
    'oauth2Client',
    'id:long name clientId clientSecret redirectURIs autoGrant:boolean enabled:boolean=true',
    {
      numbered: true,
      rows: [
        // A redirect address without a scheme is relative to this server (see signin/oauth-clients.ts).
        { name: 'Muniment', clientId: managerClientId, redirectURIs: '/', autoGrant: true, enabled: true },
        {
          name: 'Nuxeo Drive',
          clientId: 'nuxeo-drive',
          redirectURIs: 'nxdrive://authorize',
          autoGrant: true,
          enabled: true,
        },
        {
          name: 'Nuxeo Mobile',
          clientId: 'nuxeo-mobile',
          redirectURIs: 'nuxeo://authorize',
          autoGrant: true,
          enabled: true,
        },
      ],
    },
  ),
  system(
    'oauth2Tokens',
    'oauth2Token',
    'id:long serviceName nuxeoLogin accessToken clientId creationDate:date refreshToken expirationTimeMilliseconds:long isShared:boolean sharedWith serviceLogin',
    { numbered: true },
  ),
  system(
    'oauth2ServiceProviders',
    'oauth2ServiceProvider',
    'id:long serviceName description tokenServerURL authorizationServerURL userAuthorizationURL clientId clientSecret scopes enabled:boolean=true',
    { numbered: true, secrets: ['clientSecret'] },
  ),
];
