/**
 * Sends letters: finds the people, then writes to each in their language and with their rights.
 * Invariant: people without an account or address, and those who may no longer read the document, get none.
 */
import { isString } from '#wire/json.ts';
import { everyone } from '../access/entries.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import type { Principals } from '../kernel/model.ts';
import type { Mail, Mailer } from '../kernel/ports.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import type { Job } from '../kernel/stores.ts';
import { newInvitation } from '../people/invitations.ts';
import {
  allUsersIn,
  groupDirectory,
  principalsOf,
  transientPrefix,
  userDirectory,
} from '../people/principals.ts';
import { userProfile } from '../people/user-profile.ts';
import { isMailAddress } from './addresses.ts';
import { languageOf } from './letter-texts.ts';
import { letterJobKind, lettersJobKind, queueLetterTo, readLetter } from './letters.ts';
import { writeLetter } from './write-letter.ts';

/** About an hour and a half with the pauses between them, for a mail server to come back. */
export const mailAttempts = 10;

export const lettersJob: JobHandler = {
  kind: lettersJobKind,
  run: (repository, { payload }) =>
    inSession(repository, { principals: systemPrincipals }, async (session) => {
      const letter = readLetter(payload.letter);
      const names = (Array.isArray(payload.names) ? payload.names : []).filter(isString);
      const { jobs } = await session.write();
      const people = await resolveUsernames(session, names);
      for (const username of people)
        if (username !== payload.except) await queueLetterTo(jobs, session.now, username, letter);
      return { people: people.length };
    }),
};

/** Usernames; groups are replaced by all their members. */
export async function resolveUsernames(
  session: Session,
  names: readonly string[],
): Promise<readonly string[]> {
  const { entries } = session.read;
  const people = new Set<string>();
  for (const name of names) {
    const [, kind, bare = name] = /^(?:(user|group):)?(.*)$/s.exec(name) ?? [];
    const isUser =
      bare.startsWith(transientPrefix) || (kind !== 'group' && (await entries.get(userDirectory, bare)));
    if (isUser) people.add(bare);
    else if (await entries.get(groupDirectory, bare))
      for (const username of await allUsersIn(entries, bare)) people.add(username);
  }
  return [...people];
}

export const letterJob: JobHandler = {
  kind: letterJobKind,
  attempts: mailAttempts,
  run: async (repository, job) => {
    const mail = await mailFor(repository, job);
    return mail === undefined ? { sent: false } : post(repository, job, mail);
  },
};

/** A permanent refusal ends the job; after other errors it is tried again. */
export async function post(
  repository: Repository,
  job: Job,
  mail: Mail,
): Promise<{ readonly sent: boolean }> {
  const outcome = await mailerOf(repository).send(job.id, mail);
  if (outcome === 'sent') return { sent: true };
  repository.ports.log.warn('The mail server refused a mail', { job: job.id, reason: outcome.refused });
  return { sent: false };
}

function mailerOf({ ports: { mailer } }: Repository): Mailer {
  if (!mailer) throw new Error('There is no mail server any more');
  return mailer;
}

async function mailFor(repository: Repository, { payload }: Job): Promise<Mail | undefined> {
  const username = String(payload.username);
  const letter = readLetter(payload.letter);
  const principals = await readerOf(repository, username);
  if (principals === undefined) return undefined;
  return inSession(repository, { principals, repositoryName: letter.repository }, async (session) => {
    const address = await addressOf(session, username);
    if (address === undefined) return undefined;
    const language = languageOf((await userProfile(session, username)).locale);
    const code = letter.kind === 'invitation' ? await newInvitation(session, username) : undefined;
    const written = await writeLetter(session, letter, { language, code });
    return written && { to: [address], ...written };
  });
}

function readerOf(repository: Repository, username: string): Promise<Principals | undefined> {
  return inSession(repository, { principals: systemPrincipals }, async ({ read }) =>
    username.startsWith(transientPrefix)
      ? { username, groups: [everyone], isAdministrator: false, isAnonymous: false }
      : principalsOf(read, repository.settings.administratorGroups, username),
  );
}

/** Undefined when the person has no usable address. */
export async function addressOf(session: Session, username: string): Promise<string | undefined> {
  const address = username.startsWith(transientPrefix)
    ? username.slice(transientPrefix.length)
    : (await session.read.entries.get(userDirectory, username))?.fields.email;
  return isString(address) && isMailAddress(address) ? address : undefined;
}
