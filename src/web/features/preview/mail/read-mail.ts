// A mail's bytes as what its reader wants of it: who, when, the message, what is attached. Pure.
// Invariant: pictures that came with an HTML message are parts of it; everything else with bytes is an attachment.
import PostalMime, { type Address, type Attachment } from 'postal-mime';

export interface MailAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Blob;
}

export interface Mail {
  readonly subject: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Null when it is missing or cannot be read. */
  readonly date: Date | null;
  readonly html: string | null;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
}

export async function readMail(bytes: ArrayBuffer): Promise<Mail> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' });
  const date = new Date(mail.date ?? '');
  return {
    subject: mail.subject ?? '',
    from: people(mail.from === undefined ? [] : [mail.from]),
    to: people(mail.to),
    cc: people(mail.cc),
    date: Number.isNaN(date.getTime()) ? null : date,
    html: mail.html ?? null,
    text: mail.text ?? '',
    attachments: mail.attachments.map(attachmentOf),
  };
}

function attachmentOf({ filename, mimeType, content }: Attachment): MailAttachment {
  const parts = typeof content === 'string' ? [content] : [new Uint8Array(content)];
  // Whatever the mail claims, a browser that is given it saves it and opens nothing.
  return {
    name: filename ?? mimeType,
    mediaType: mimeType,
    content: new Blob(parts, { type: 'application/octet-stream' }),
  };
}

function people(addresses: readonly Address[] | undefined): readonly string[] {
  return (addresses ?? [])
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address = '' }) => (name === '' || name === address ? address : `${name} <${address}>`));
}
