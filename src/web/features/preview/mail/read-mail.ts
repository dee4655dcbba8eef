// Reads from a mail's bytes what its viewer shows: sender, recipients, date, message, attachments. Pure.
// Invariant: pictures embedded in an HTML message are part of it; every other part with bytes is an attachment.
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
  /** Null if it is missing or cannot be read. */
  readonly date: Date | null;
  readonly html: string | null;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** Embedded pictures, by their address in the message. */
  readonly pictures: ReadonlyMap<string, Blob>;
}

export async function readMail(bytes: ArrayBuffer): Promise<Mail> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' });
  const date = new Date(mail.date ?? '');
  const html = mail.html ?? '';
  const isPart = ({ contentId, mimeType }: Attachment) =>
    contentId !== undefined && mimeType.startsWith('image/') && html.includes(`cid:${bareId(contentId)}`);
  return {
    subject: mail.subject ?? '',
    from: people(mail.from === undefined ? [] : [mail.from]),
    to: people(mail.to),
    cc: people(mail.cc),
    date: Number.isNaN(date.getTime()) ? null : date,
    html: mail.html ?? null,
    text: mail.text ?? '',
    attachments: mail.attachments.filter((one) => !isPart(one)).map(attachmentOf),
    pictures: new Map(
      mail.attachments
        .filter(isPart)
        .map((one) => [bareId(one.contentId ?? ''), new Blob([bytesOf(one)], { type: one.mimeType })]),
    ),
  };
}

function attachmentOf(attachment: Attachment): MailAttachment {
  // Whatever type the mail claims, this one makes browsers save the file instead of opening it.
  return {
    name: attachment.filename ?? attachment.mimeType,
    mediaType: attachment.mimeType,
    content: new Blob([bytesOf(attachment)], { type: 'application/octet-stream' }),
  };
}

function bytesOf({ content }: Attachment): BlobPart {
  return typeof content === 'string' ? content : new Uint8Array(content);
}

function bareId(contentId: string): string {
  return contentId.replaceAll(/^<|>$/g, '');
}

function people(addresses: readonly Address[] | undefined): readonly string[] {
  return (addresses ?? [])
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address = '' }) => (name === '' || name === address ? address : `${name} <${address}>`));
}
