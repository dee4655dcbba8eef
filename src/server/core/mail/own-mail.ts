/**
 * Mails that a person writes (Document.Mail).
 * Invariant: addresses, subject and files are fixed when the mail is queued, so that errors in them are reported at once.
 */
import type { JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { storedBlobFrom } from '../files/blobs.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import { plainText } from '../kernel/html-text.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import type { Mail } from '../kernel/ports.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import type { StoredBlob } from '../kernel/stores.ts';
import { asSubject, isMailAddress, isSender } from './addresses.ts';
import { addressOf, mailAttempts, post, resolveUsernames } from './letter-jobs.ts';

const ownMailKind = 'mail';

/** Common mail servers accept this size, before encoding adds a third. */
const mostBytes = 20_000_000;
const mostReceivers = 500;

export interface OwnMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly message: string;
  readonly isHtml: boolean;
  readonly files: readonly StoredBlob[];
}

export function requireMail({ repository }: Session): void {
  if (repository.ports.mailer) return;
  throw new RepositoryError(
    'unsupported',
    'This server has no mail server to send with: start it with --mail-server and --mail-from',
  );
}

export async function queueOwnMail(session: Session, mail: OwnMail): Promise<void> {
  const { to, cc, bcc, from } = mail;
  if (to.length + cc.length + bcc.length === 0) throw errors.badRequest('The mail has no receiver');
  if (to.length + cc.length + bcc.length > mostReceivers)
    throw errors.badRequest(`The mail has more than ${mostReceivers} receivers`);
  if (!isSender(from)) throw errors.badRequest(`${from} is no mail address`);
  const bad = [...to, ...cc, ...bcc, ...mail.replyTo].find((address) => !isMailAddress(address));
  if (bad !== undefined) throw errors.badRequest(`${bad} is no mail address`);
  const bytes = mail.files.reduce((sum, { length }) => sum + length, 0);
  if (bytes > mostBytes) throw errors.badRequest(`The files are larger than ${mostBytes} bytes together`);
  const { jobs } = await session.write();
  await jobs.enqueue({
    id: crypto.randomUUID(),
    kind: ownMailKind,
    owner: session.username,
    runAt: session.now.toISOString(),
    payload: {
      from,
      to: [...to],
      cc: [...cc],
      bcc: [...bcc],
      replyTo: [...mail.replyTo],
      subject: asSubject(mail.subject),
      ...(mail.isHtml ? { html: mail.message, text: plainText(mail.message) } : { text: mail.message }),
      files: mail.files.map((file) => ({ ...file })),
    },
  });
}

/** @param isStrict refuses unknown names, and people without an address */
export async function addressesOf(
  session: Session,
  names: readonly string[],
  isStrict: boolean,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const name of names) {
    const people = await resolveUsernames(session, [name]);
    if (people.length === 0 && name.includes('@')) found.add(name);
    else if (people.length === 0 && isStrict) throw errors.badRequest(`There is no user or group ${name}`);
    for (const username of people) {
      const address = await addressOf(session, username);
      if (address !== undefined) found.add(address);
      else if (isStrict) throw errors.badRequest(`${username} has no address`);
    }
  }
  return [...found];
}

export const ownMailJob: JobHandler = {
  kind: ownMailKind,
  attempts: mailAttempts,
  run: async (repository, job) => post(repository, job, await read(repository, job.payload)),
};

async function read(repository: Repository, payload: JsonObject): Promise<Mail> {
  const list = (name: string): readonly string[] => {
    const value = payload[name];
    return Array.isArray(value) ? value.filter(isString) : [];
  };
  const attachments = [];
  for (const value of Array.isArray(payload.files) ? payload.files : []) {
    const file = storedBlobFrom(value);
    const content = file && (await repository.ports.blobs.open(file.key));
    if (!content) throw new Error('A file of the mail is gone');
    attachments.push({
      name: file.name ?? 'file',
      mimeType: file.mimeType ?? 'application/octet-stream',
      content,
    });
  }
  return {
    from: String(payload.from),
    to: list('to'),
    cc: list('cc'),
    bcc: list('bcc'),
    replyTo: list('replyTo'),
    subject: String(payload.subject),
    text: String(payload.text),
    ...(isString(payload.html) ? { html: payload.html } : {}),
    attachments,
  };
}
