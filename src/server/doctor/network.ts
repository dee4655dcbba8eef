/** Checks who can reach the server, how, and what the settings allow other sites. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { relaxations } from '#server/core/signin/relaxations.ts';
import type { ServerOptions } from '#server/server-options.ts';
import { advice, type Finding, good, reasonOf, wrong } from './finding.ts';

const timeoutMs = 5_000;
const fewDays = 14;

export function lookAtSettings(options: ServerOptions): readonly Finding[] {
  const { corsOrigins, developer, host, publicUrl, relaxed } = options;
  const isOpen = !/^(localhost|::1|127(\.\d{1,3}){3})$/.test(host);
  return [
    corsOrigins.includes('*')
      ? advice('other sites', 'every page of the web may call (--cors *)', 'name the origins that need it')
      : good('other sites', corsOrigins.length === 0 ? 'none may call' : corsOrigins.join(', ')),
    developer
      ? wrong('developer mode', 'on: errors show what is inside', 'start without --dev')
      : good('developer mode', 'off'),
    lookAtRelaxed(relaxed),
    lookAtAddress(isOpen, publicUrl),
  ];
}

function lookAtRelaxed(relaxed: ServerOptions['relaxed']): Finding {
  const about = 'protections';
  if (relaxed.size === 0) return good(about, 'all are in force');
  const costs = [...relaxed].map((name) => `${name} (${relaxations[name]})`);
  return advice(about, `turned off: ${costs.join('; ')}`, 'start without --relax once no client needs it');
}

function lookAtAddress(isOpen: boolean, publicUrl: string | undefined): Finding {
  const about = 'address';
  if (publicUrl?.startsWith('https:')) return good(about, `people use ${publicUrl}`);
  const todo = 'put a proxy with TLS in front and set --public-url https://… (docs/INSTALL.md)';
  if (publicUrl !== undefined) return wrong(about, `people use ${publicUrl}: passwords pass in clear`, todo);
  return isOpen
    ? advice(about, 'other machines reach it without TLS, and addresses in mails and forms are a guess', todo)
    : good(about, 'this machine only');
}

/** Calls the public address as a browser would. Empty when none is set. */
export async function lookAtProxy({
  publicUrl,
  basePath,
}: Pick<ServerOptions, 'publicUrl' | 'basePath'>): Promise<readonly Finding[]> {
  if (publicUrl === undefined) return [];
  const found = await lookAtAnswer(`${publicUrl}${basePath}/health/live`);
  return publicUrl.startsWith('https:') ? [found, await lookAtCertificate(new URL(publicUrl))] : [found];
}

async function lookAtAnswer(address: string): Promise<Finding> {
  const about = 'proxy';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    const text = await response.text();
    if (response.status !== 200 || !text.includes('"alive"'))
      return wrong(
        about,
        `${address} answers ${response.status}, and not this server`,
        'let the proxy pass every path on as it is',
      );
    if (address.startsWith('https:') && !response.headers.has('strict-transport-security'))
      return advice(about, 'it takes headers of the answer away', 'let the proxy pass headers on');
    return good(about, `${address} is answered`);
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return advice(
      about,
      `${address} is not answered: ${reasonOf(cause)}`,
      'start the server and the proxy, then look again',
    );
  }
}

function lookAtCertificate({ hostname, port }: URL): Promise<Finding> {
  return new Promise((resolve) => {
    const name = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host: name,
      port: Number(port || 443),
      ...(isIP(name) ? {} : { servername: name }),
      rejectUnauthorized: false,
    });
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve(finding);
    };
    socket.setTimeout(timeoutMs, () => end(certificateOf(undefined, undefined, new Date())));
    socket.once('error', () => end(certificateOf(undefined, undefined, new Date())));
    socket.once('secureConnect', () => {
      const trouble = socket.authorized ? undefined : socket.authorizationError;
      end(certificateOf(socket.getPeerCertificate().valid_to, trouble && String(trouble), new Date()));
    });
  });
}

/** @param validTo undefined when no certificate was seen */
export function certificateOf(validTo: string | undefined, trouble: string | undefined, now: Date): Finding {
  const about = 'certificate';
  if (validTo === undefined) return advice(about, 'was not shown', 'start the proxy, then look again');
  if (trouble !== undefined)
    return wrong(about, `browsers refuse it: ${trouble}`, 'get one that they trust (Let’s Encrypt)');
  const days = Math.floor((Date.parse(validTo) - now.getTime()) / 86_400_000);
  return days < fewDays
    ? advice(about, `ends in ${days} days`, 'renew it, and see why that did not happen by itself')
    : good(about, `for ${days} days more`);
}
