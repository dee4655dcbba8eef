/** Debian's slapd for tests, with ports and a certificate of its own, filled from LDIF. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

const program = '/usr/sbin/slapd';
export const hasSlapd = existsSync(program);

export interface TestLdap {
  readonly plain: string;
  readonly secure: string;
  /** The file with its certificate. */
  readonly ca: string;
  readonly base: string;
  readonly reader: { readonly dn: string; readonly password: string };
  /** May change everything. */
  readonly root: { readonly dn: string; readonly password: string };
  stop(): Promise<void>;
}

/** @param people LDIF of the entries below `ou=people` and `ou=groups` */
export async function startSlapd(people: string): Promise<TestLdap> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-slapd-'));
  await mkdir(join(folder, 'data'));
  const [port, securePort] = [await freePort(), await freePort()];
  const at = (name: string): string => join(folder, name);
  execFileSync(
    'openssl',
    // biome-ignore format: an option and its value on one line
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost',
     '-addext', 'subjectAltName=DNS:localhost', '-keyout', at('key.pem'), '-out', at('cert.pem')],
    { stdio: 'ignore' },
  );
  const base = 'dc=example,dc=org';
  const root = { dn: `cn=root,${base}`, password: 'changes everything' };
  const reader = { dn: `cn=reader,${base}`, password: 'reads everything' };
  await writeFile(
    at('slapd.conf'),
    `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
attributetype ( 1.1.1 NAME 'userAccountControl' SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.1.2 NAME 'pwdLastSet' SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.1.3 NAME 'activeDirectoryAccount' SUP top AUXILIARY MAY ( userAccountControl $ pwdLastSet ) )
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
pidfile ${at('pid')}
TLSCertificateFile ${at('cert.pem')}
TLSCertificateKeyFile ${at('key.pem')}
allow bind_anon_cred bind_anon_dn
database mdb
suffix "${base}"
rootdn "${root.dn}"
rootpw "${root.password}"
directory ${at('data')}
limits dn.exact="${reader.dn}" size=500 size.prtotal=unlimited
index uid,member,objectClass eq
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${reader.dn}" read by * none
overlay ppolicy
`,
  );
  const entry = (dn: string, ...lines: readonly string[]): string => `dn: ${dn}\n${lines.join('\n')}\n\n`;
  await writeFile(
    at('all.ldif'),
    entry(base, 'objectClass: dcObject', 'objectClass: organization', 'dc: example', 'o: Example') +
      entry(`ou=people,${base}`, 'objectClass: organizationalUnit', 'ou: people') +
      entry(`ou=groups,${base}`, 'objectClass: organizationalUnit', 'ou: groups') +
      entry(
        reader.dn,
        'objectClass: organizationalRole',
        'objectClass: simpleSecurityObject',
        'cn: reader',
        `userPassword: ${reader.password}`,
      ) +
      people,
  );
  execFileSync('/usr/sbin/slapadd', ['-q', '-f', at('slapd.conf'), '-l', at('all.ldif')], { stdio: 'pipe' });
  const addresses = `ldap://localhost:${port} ldaps://localhost:${securePort}`;
  const child = spawn(program, ['-d', 'stats', '-f', at('slapd.conf'), '-h', addresses], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (piece: Buffer) => {
      output = (output + piece.toString()).slice(-4000);
      if (output.includes('slapd starting')) resolve();
    });
    void gone.then(() => reject(new Error(`slapd did not start: ${output}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  return {
    plain: `ldap://localhost:${port}`,
    secure: `ldaps://localhost:${securePort}`,
    ca: at('cert.pem'),
    base,
    reader,
    root,
    stop,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
