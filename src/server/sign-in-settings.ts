/**
 * Reads the settings of external sign-in services, in YAML because there can be several with many parts.
 * Invariant: errors name the place but never the value, which may be a secret.
 */
import type { LdapSettings } from './adapters/ldap/ldap-directory.ts';
import type { OpenIdSettings } from './adapters/openid/open-id-provider.ts';
import { asString, ConfigurationFault, Reader } from './core/configuration/reader.ts';
import type { AccountRules } from './core/kernel/identity-providers.ts';
import { yaml } from './yaml.ts';

/** Undefined for an empty text. */
export function yamlOf(text: string): Reader | undefined {
  if (text === '') return undefined;
  const document = yaml().parseDocument(text, { prettyErrors: false });
  const [fault] = document.errors;
  if (!fault) return new Reader(document.toJS());
  const line = text.slice(0, fault.pos[0]).split('\n').length;
  throw new ConfigurationFault([], `line ${line} is not YAML (${fault.code})`);
}

export function readSignInProviders(top: Reader, mayBePlain: boolean): readonly OpenIdSettings[] {
  const providers = top.list((item) => readProvider(item, mayBePlain));
  const names = providers.map(({ name }) => name);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  return double === undefined ? providers : top.fail(`names ${double} twice`);
}

function readProvider(item: Reader, mayBePlain: boolean): OpenIdSettings {
  const fields = item.fields([
    'name',
    'label',
    'issuer',
    'clientId',
    'clientSecret',
    'scopes',
    'claims',
    ...accountFields,
  ]);
  const nameReader = fields.required('name');
  const name = nameReader.string();
  if (!/^[a-z0-9-]{1,40}$/.test(name)) nameReader.fail('must be of a-z, 0-9 and -');
  const claims = fields.optional('claims')?.fields(['username', 'firstName', 'lastName', 'email', 'groups']);
  const claim = (which: string, usual: string): string => claims?.optional(which)?.string() ?? usual;
  return {
    name,
    label: fields.optional('label')?.string() ?? name,
    issuer: issuerAt(fields.required('issuer'), mayBePlain),
    clientId: fields.required('clientId').string(),
    clientSecret: fields.optional('clientSecret')?.string(),
    scopes: fields.optional('scopes')?.list(asString) ?? ['openid', 'profile', 'email'],
    claims: {
      username: claim('username', 'preferred_username'),
      firstName: claim('firstName', 'given_name'),
      lastName: claim('lastName', 'family_name'),
      email: claim('email', 'email'),
      groups: claim('groups', 'groups'),
    },
    accounts: readAccountRules(fields),
  };
}

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Plain http is allowed only on this machine or in development, because the signing keys come from there. */
function issuerAt(reader: Reader, mayBePlain: boolean): string {
  const text = reader.string();
  const url = URL.canParse(text) ? new URL(text) : reader.fail('must be an https address');
  const isHere = thisMachine.includes(url.hostname);
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && (isHere || mayBePlain));
  return isFit ? text : reader.fail('must be an https address');
}

export function readLdap(top: Reader, mayBePlain: boolean): LdapSettings {
  const fields = top.fields([
    'name',
    'url',
    'startTls',
    'ca',
    'bindDn',
    'bindPassword',
    'userBase',
    'userFilter',
    'groupBase',
    'groupFilter',
    'attributes',
    'importPeople',
    'timeoutSeconds',
    ...accountFields,
  ]);
  const startTls = fields.optional('startTls')?.boolean() ?? false;
  const names = fields
    .optional('attributes')
    ?.fields(['subject', 'username', 'firstName', 'lastName', 'email', 'groupName', 'member']);
  const attribute = (which: string, usual: string): string => names?.optional(which)?.string() ?? usual;
  return {
    name: fields.optional('name')?.string() ?? 'ldap',
    url: ldapUrl(fields.required('url'), mayBePlain || startTls),
    startTls,
    ca: fields.optional('ca')?.string(),
    bindDn: fields.optional('bindDn')?.string(),
    bindPassword: fields.optional('bindPassword')?.string(),
    userBase: fields.required('userBase').string(),
    userFilter: fields.optional('userFilter')?.string() ?? '(objectClass=person)',
    groupBase: fields.optional('groupBase')?.string(),
    groupFilter:
      fields.optional('groupFilter')?.string() ?? '(|(objectClass=groupOfNames)(objectClass=group))',
    attributes: {
      subject: attribute('subject', 'entryUUID'),
      username: attribute('username', 'uid'),
      firstName: attribute('firstName', 'givenName'),
      lastName: attribute('lastName', 'sn'),
      email: attribute('email', 'mail'),
      groupName: attribute('groupName', 'cn'),
      member: attribute('member', 'member'),
    },
    accounts: readAccountRules(fields),
    importsPeople: fields.optional('importPeople')?.boolean() ?? false,
    timeoutSeconds: fields.optional('timeoutSeconds')?.number() ?? 10,
  };
}

/** Unencrypted only on this machine or in development, because passwords are sent. */
function ldapUrl(reader: Reader, mayBePlain: boolean): string {
  const text = reader.string();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'ldap:';
  const isFit = isPlain
    ? mayBePlain || thisMachine.includes(url?.hostname ?? '')
    : url?.protocol === 'ldaps:';
  return isFit ? text : reader.fail('must begin with ldaps://, or with ldap:// beside startTls: true');
}

const accountFields = ['groups', 'defaultGroups', 'adoptAccounts'] as const;

function readAccountRules(fields: ReturnType<Reader['fields']>): AccountRules {
  const groups = fields.optional('groups');
  return {
    groups:
      groups?.value === 'same'
        ? 'same'
        : new Map(groups?.entries((there, here) => [there, here.string()] as const) ?? []),
    defaultGroups: fields.optional('defaultGroups')?.list(asString) ?? ['members'],
    adoptsAccounts: fields.optional('adoptAccounts')?.boolean() ?? false,
  };
}
