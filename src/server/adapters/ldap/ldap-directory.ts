/**
 * People in LDAP or Active Directory: passwords, names and groups.
 * Invariants: values are escaped in filters; a password is sent only over the connection that was secured; an empty password
 * is never sent, since servers accept it as an anonymous bind; whatever prevents an answer is a 503.
 */
import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import {
  AndFilter,
  Client,
  type Entry,
  EqualityFilter,
  FilterParser,
  OrFilter,
  ResultCodeError,
} from 'ldapts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type {
  AccountRules,
  ExternalIdentity,
  PeopleDirectory,
} from '#server/core/kernel/identity-providers.ts';
import { isDisabled, passwordChanged, stateAttributes } from './account-state.ts';
import { allTextsOf, textOf } from './attribute-values.ts';

export interface LdapSettings {
  readonly name: string;
  readonly url: string;
  readonly startTls: boolean;
  /** File with the trusted certificates; the system's when absent. */
  readonly ca: string | undefined;
  readonly bindDn: string | undefined;
  readonly bindPassword: string | undefined;
  readonly userBase: string;
  readonly userFilter: string;
  readonly groupBase: string | undefined;
  readonly groupFilter: string;
  readonly attributes: {
    /** Never changes and is never reused: `entryUUID`, `objectGUID`. */
    readonly subject: string;
    readonly username: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly groupName: string;
    readonly member: string;
  };
  readonly accounts: AccountRules;
  readonly importsPeople: boolean;
  readonly timeoutSeconds: number;
}

const pageSize = 500;
/** Most levels of groups within groups; circles are handled separately. */
const mostLevels = 20;

export async function openLdapDirectory(settings: LdapSettings): Promise<PeopleDirectory> {
  const ca = settings.ca === undefined ? undefined : await readFile(settings.ca);
  const tls: ConnectionOptions = { ...(ca ? { ca } : {}), rejectUnauthorized: true };
  const reach = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    withConnection(settings, tls, work);
  return {
    name: settings.name,
    label: settings.name,
    issuer: `ldap:${settings.name}`,
    accounts: settings.accounts,
    importsPeople: settings.importsPeople,
    authenticate: async (username, password) => {
      if (username === '' || password === '' || /\0/.test(username + password)) return undefined;
      return reach(async (connection) => {
        const entry = await connection.findPerson(username);
        if (!entry || !(await connection.provesPassword(entry.dn, password))) return undefined;
        return identityOf(settings, entry, await connection.groupsOf(entry.dn));
      });
    },
    people: () => reach((connection) => connection.everybody()),
  };
}

/** A connection for one task, with a time limit. */
async function withConnection<T>(
  settings: LdapSettings,
  tls: ConnectionOptions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const milliseconds = settings.timeoutSeconds * 1000;
  const client = new Client({
    url: settings.url,
    timeout: milliseconds,
    connectTimeout: milliseconds,
    // With TLS options for ldap://, the client would start TLS at once instead of STARTTLS.
    ...(settings.url.startsWith('ldaps:') ? { tlsOptions: tls } : {}),
  });
  let timer: NodeJS.Timeout | undefined;
  // The client has no time limit for a TLS handshake.
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The time is over')), milliseconds);
  });
  try {
    // The client modifies the object that it gets.
    const host = new URL(settings.url).hostname;
    if (settings.startTls) await Promise.race([client.startTLS({ ...tls, host }), late]);
    const connection = new Connection(client, settings);
    await Promise.race([connection.bindAsServer(), late]);
    clearTimeout(timer);
    return await work(connection);
  } catch (cause) {
    throw new RepositoryError('unavailable', 'The directory of people cannot be reached', { cause });
  } finally {
    clearTimeout(timer);
    late.catch(() => undefined);
    void client.unbind().catch(() => undefined);
  }
}

class Connection {
  readonly #client: Client;
  readonly #settings: LdapSettings;

  constructor(client: Client, settings: LdapSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  async bindAsServer(): Promise<void> {
    const { bindDn, bindPassword } = this.#settings;
    if (bindDn !== undefined) await this.#same().bind(bindDn, bindPassword);
  }

  /** Undefined also when several entries match. */
  async findPerson(username: string): Promise<Entry | undefined> {
    const { attributes } = this.#settings;
    const isNamed = new EqualityFilter({ attribute: attributes.username, value: username });
    const found = await this.#search(this.#settings.userBase, this.#people(isNamed), { most: 2 });
    return found.length === 1 ? found[0] : undefined;
  }

  async provesPassword(dn: string, password: string): Promise<boolean> {
    try {
      await this.#same().bind(dn, password);
    } catch (error) {
      // The directory has answered no: wrong password, locked, expired.
      if (error instanceof ResultCodeError && ![51, 52].includes(error.code)) return false;
      throw error;
    }
    await this.bindAsServer();
    return true;
  }

  /** Includes groups of groups. */
  async groupsOf(dn: string): Promise<readonly string[]> {
    const { groupBase, groupFilter, attributes } = this.#settings;
    const names = new Map<string, string>();
    if (groupBase === undefined) return [];
    let members: readonly string[] = [dn];
    for (let level = 0; level < mostLevels && members.length > 0; level++) {
      const holds = members.map((value) => new EqualityFilter({ attribute: attributes.member, value }));
      const filter = new AndFilter({
        filters: [FilterParser.parseString(groupFilter), new OrFilter({ filters: holds })],
      });
      // Without members, as there may be thousands.
      const answered = await this.#search(groupBase, filter, { attributes: [attributes.groupName] });
      const found = answered.filter((group) => !names.has(group.dn));
      for (const group of found) names.set(group.dn, textOf(group, attributes.groupName) ?? '');
      members = found.map((group) => group.dn);
    }
    return [...new Set(names.values())].filter((name) => name !== '');
  }

  async everybody(): Promise<readonly ExternalIdentity[]> {
    const { userBase, groupBase, groupFilter, attributes } = this.#settings;
    const groupsByMember = new Map<string, { readonly dn: string; readonly name: string }[]>();
    const groups =
      groupBase === undefined ? [] : await this.#search(groupBase, FilterParser.parseString(groupFilter));
    for (const group of groups) {
      const members = await allTextsOf(group, attributes.member, (attribute) =>
        this.#again(group.dn, attribute),
      );
      for (const member of members) {
        const known = groupsByMember.get(normal(member)) ?? [];
        known.push({ dn: normal(group.dn), name: textOf(group, attributes.groupName) ?? '' });
        groupsByMember.set(normal(member), known);
      }
    }
    return (await this.#search(userBase, this.#people())).flatMap((entry) => {
      const reached = new Map<string, string>();
      const open = [normal(entry.dn)];
      for (const member of open) {
        for (const { dn, name } of groupsByMember.get(member) ?? []) {
          if (reached.has(dn)) continue;
          reached.set(dn, name);
          open.push(dn);
        }
      }
      const identity = identityOf(this.#settings, entry, [...new Set(reached.values())]);
      return identity ? [identity] : [];
    });
  }

  async #again(dn: string, attribute: string): Promise<Entry | undefined> {
    const { searchEntries } = await this.#same().search(dn, {
      scope: 'base',
      attributes: [attribute],
      timeLimit: this.#settings.timeoutSeconds,
    });
    return searchEntries[0];
  }

  #people(...more: readonly EqualityFilter[]): AndFilter {
    return new AndFilter({ filters: [FilterParser.parseString(this.#settings.userFilter), ...more] });
  }

  async #search(
    base: string,
    filter: AndFilter | ReturnType<typeof FilterParser.parseString>,
    { most, attributes }: { readonly most?: number; readonly attributes?: readonly string[] } = {},
  ) {
    const { attributes: all, timeoutSeconds } = this.#settings;
    const { searchEntries } = await this.#same().search(base, {
      scope: 'sub',
      filter,
      attributes: [...(attributes ?? [...Object.values(all), ...stateAttributes])],
      explicitBufferAttributes: [all.subject],
      timeLimit: timeoutSeconds,
      ...(most === undefined ? { paged: { pageSize } } : { sizeLimit: most }),
    });
    return searchEntries;
  }

  /** Otherwise the client would reconnect by itself, without STARTTLS. */
  #same(): Client {
    if (this.#settings.startTls && !this.#client.isConnected) throw new Error('The connection ended');
    return this.#client;
  }
}

/** Undefined for people who may not use the account. */
function identityOf(
  { attributes }: LdapSettings,
  entry: Entry,
  groups: readonly string[],
): ExternalIdentity | undefined {
  const [subject] = [entry[attributes.subject]].flat();
  const username = textOf(entry, attributes.username);
  if (subject === undefined || subject.length === 0 || username === undefined) return undefined;
  if (isDisabled(entry)) return undefined;
  return {
    // Active Directory's value is binary.
    subject: typeof subject === 'string' ? subject : subject.toString('hex'),
    username,
    firstName: textOf(entry, attributes.firstName),
    lastName: textOf(entry, attributes.lastName),
    email: textOf(entry, attributes.email),
    groups,
    session: undefined,
    passwordChanged: passwordChanged(entry),
  };
}

/** Equal for equal entries, however characters are escaped: an entry and a list of members may differ in that. */
function normal(dn: string): string {
  const coded = dn.replace(/((?:\\[\da-f]{2})+)|\\(.)/gi, (_escape, bytes: string | undefined, sign = '') =>
    withCodes(bytes === undefined ? sign : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString()),
  );
  return coded
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([,=+]) ?/g, '$1');
}

/** Replaces special characters by their codes. */
function withCodes(text: string): string {
  return text.replace(/[ "#+,;<=>\\]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)}`);
}
