/** A mail server for tests that keeps what it receives, as text. Invariant: it listens only on the loopback interface. */

import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Unfolded; encoded words are not decoded. */
  readonly headers: string;
  /** All parts in order, decoded from quoted-printable and base64. */
  readonly body: string;
}

export interface MailBox {
  readonly address: string;
  readonly mails: ReceivedMail[];
  close(): Promise<void>;
}

interface MailBoxOptions {
  readonly port?: number;
  readonly password?: string;
  /** A receiver that it refuses permanently. */
  readonly refuses?: string;
}

export async function openMailBox({ port = 0, password, refuses }: MailBoxOptions = {}): Promise<MailBox> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      address === refuses ? done(Object.assign(new Error('no such person'), { responseCode: 550 })) : done(),
    onData: (stream, session, done) => {
      text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        const [headers = '', ...rest] = source.split('\r\n\r\n');
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          headers: headers.replace(/\r\n[ \t]+/g, ' '),
          body: decoded(rest.join('\r\n\r\n'), headers).replaceAll('\r\n', '\n'),
        });
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = server.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The mail box has no port');
  const who = password === undefined ? '' : `papers:${encodeURIComponent(password)}@`;
  return {
    address: `smtp://${who}127.0.0.1:${bound.port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function decoded(body: string, headers: string): string {
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  if (boundary === undefined) return decodedPart(body, headers);
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.trimStart().split('\r\n\r\n');
      return `${head}\n${decoded(rest.join('\r\n\r\n'), head)}`;
    })
    .join('\n');
}

function decodedPart(body: string, headers: string): string {
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(headers)?.[1];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
