/**
 * Sends mail by SMTP.
 * Invariant: a mail contains only the given content (no files or addresses are opened for it); a server that does not answer
 * is not called for a while, so that waiting for it does not delay other jobs.
 */
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from '#server/core/kernel/ports.ts';

export interface SmtpSettings {
  /** smtp://user:password@host:port or smtps://… */
  readonly server: URL;
  /** An address, alone or as in `Papers <papers@example.org>`. */
  readonly from: string;
  /** The sender's name when `from` is only an address. */
  readonly name: string;
}

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 5_000,
};
const leftAloneMilliseconds = 30_000;
const unreachable = new Set(['ECONNECTION', 'ECONNREFUSED', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS']);

export function openSmtpMailer({ server, from, name }: SmtpSettings): Mailer {
  const transport = createTransport(transportOptions(server));
  const address = bareAddress(from);
  const sender = address === from ? { name, address } : from;
  let leftAloneUntil = 0;
  return {
    send: async (id, mail) => {
      if (performance.now() < leftAloneUntil) throw new Error('The mail server did not answer a moment ago');
      try {
        await transport.sendMail({
          ...messageOf(mail),
          from: mail.from ?? sender,
          // The server's own address gets undeliverable mails; receivers in BCC stay hidden.
          envelope: { from: address, to: receiversOf(mail) },
          messageId: `<${id}@${address.split('@').at(-1)}>`,
        });
        return 'sent';
      } catch (error) {
        const { code, status, message } = facts(error);
        if (status >= 500 && code !== 'EAUTH') return { refused: message };
        if (unreachable.has(code)) leftAloneUntil = performance.now() + leftAloneMilliseconds;
        throw new Error(`The mail server did not take the mail: ${message}`, { cause: error });
      }
    },
    close: async () => transport.close(),
  };
}

export function transportOptions(server: URL) {
  const isSecure = server.protocol === 'smtps:';
  const hasPassword = server.username !== '';
  return {
    pool: true,
    maxConnections: 2,
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: server.port === '' ? (isSecure ? 465 : 587) : Number(server.port),
    secure: isSecure,
    // A password is never sent unencrypted over a network.
    requireTLS: !isSecure && hasPassword && !isLoopback(server.hostname),
    ...(hasPassword
      ? { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }
      : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  } as const;
}

function receiversOf({ to, cc = [], bcc = [] }: Mail): string[] {
  return [...to, ...cc, ...bcc];
}

function messageOf(mail: Mail) {
  const { to, cc = [], replyTo = [] } = mail;
  return {
    to: [...to],
    cc: [...cc],
    replyTo: [...replyTo],
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    attachments: (mail.attachments ?? []).map(({ name, mimeType, content }) => ({
      filename: name,
      contentType: mimeType,
      content: Readable.from(content.stream()),
    })),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function facts(error: unknown): { readonly code: string; readonly status: number; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', status: 0, message: String(error) };
  return {
    code: 'code' in error ? String(error.code) : '',
    status: 'responseCode' in error ? Number(error.responseCode) : 0,
    message: error.message,
  };
}

function bareAddress(sender: string): string {
  return /<([^>]+)>$/.exec(sender)?.[1] ?? sender;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
