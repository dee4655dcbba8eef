/**
 * Operations that fetch files from other servers, send files to them, and send mails.
 * Invariant: operations that call an address chosen by the caller are for administrators only.
 */

import { effectiveAcls, requirePermission } from '#server/core/access/access.ts';
import { queuePermissionLetter } from '#server/core/access/access-changes.ts';
import { aceId } from '#server/core/access/entries.ts';
import { blobsOf } from '#server/core/documents/properties.ts';
import { fromBlobValue } from '#server/core/files/blobs.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { addressesOf, queueOwnMail, requireMail } from '#server/core/mail/own-mail.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const timeoutMs = 60_000;

function webAddress(text: string): URL {
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw errors.badRequest(`${text} is no web address`);
  return url;
}

async function ask(url: URL, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return response;
    throw new RepositoryError('operationFailed', `${url.host} answered with status ${response.status}`);
  } catch (error) {
    if (error instanceof RepositoryError) throw error;
    throw new RepositoryError('operationFailed', `${url.host} could not be reached`, { cause: error });
  }
}

const createFromUrl = defineOperation({
  id: 'Blob.CreateFromURL',
  aliases: ['Blob.Create'],
  category: 'Files',
  label: 'File From URL',
  description: 'The file at a web address.',
  administratorsOnly: true,
  params: {
    file: required('resource', 'The address'),
    'mime-type': optional('string', 'Its kind, when the other server does not say'),
    filename: optional('string', 'Its name'),
    encoding: optional('string', 'Its encoding'),
  },
  methods: {
    void: {
      to: 'blob',
      run: async ({ session, params }) => {
        const url = webAddress(params.file);
        const response = await ask(url, {});
        const { blobs } = session.repository.ports;
        const { maxUploadBytes } = session.repository.settings;
        const source = response.body ?? new Response('').body ?? new ReadableStream<Uint8Array>();
        const stored = await blobs.write(source, { maxBytes: maxUploadBytes });
        const type = response.headers.get('content-type')?.split(';')[0]?.trim();
        return {
          ...stored,
          name: params.filename ?? (url.pathname.split('/').at(-1) || url.host),
          mimeType: params['mime-type'] ?? type ?? null,
          encoding: params.encoding ?? null,
        };
      },
    },
  },
});

const exportToFolder = defineOperation({
  id: 'Blob.ExportToFS',
  aliases: ['Blob.ToFile'],
  category: 'Files',
  label: 'Export to File',
  description: 'Writes the input file into the export folder of the server and hands it on.',
  administratorsOnly: true,
  params: {
    directory: required('string', 'Folder below the export folder'),
    prefix: optional('string', 'Before the name of the file'),
  },
  methods: {
    eachBlob: {
      to: 'blob',
      run: async ({ session, params: { directory, prefix = '' } }, blob) => {
        const { blobs, exportFolder } = session.repository.ports;
        if (!exportFolder) throw errors.badRequest('No export folder is configured (--export-folder)');
        const content = await blobs.open(blob.key);
        if (!content) throw errors.notFound('No blob found');
        await exportFolder.write(directory, `${prefix}${blob.name ?? blob.key}`, content);
        return blob;
      },
    },
  },
});

const postToUrl = defineOperation({
  id: 'Blob.PostToURL',
  aliases: ['Blob.Post'],
  category: 'Files',
  label: 'HTTP Post',
  description: 'Sends the input file to a web address and hands it on.',
  administratorsOnly: true,
  params: { url: required('string', 'The address') },
  methods: {
    eachBlob: {
      to: 'blob',
      run: async ({ session, params }, blob) => {
        if (!URL.canParse(params.url)) throw errors.badRequest(`${params.url} is no web address`);
        const content = await session.repository.ports.blobs.open(blob.key);
        if (!content) throw errors.notFound('No blob found');
        const bytes = await new Response(content.stream()).blob();
        const headers = { 'Content-Type': blob.mimeType ?? 'application/octet-stream' };
        const url = webAddress(params.url);
        await session.reachOutside();
        await ask(url, { method: 'POST', body: bytes, headers });
        return blob;
      },
    },
  },
});

// ------------------------------------------------------------------------------------------------- mail

const mail = defineOperation({
  id: 'Document.Mail',
  aliases: ['Notification.SendMail'],
  category: 'Notification',
  label: 'Send E-Mail',
  description: 'Writes to people; names of users and groups become their addresses.',
  administratorsOnly: true,
  params: {
    from: required('string', 'Sender'),
    to: optional('stringlist', 'Receivers: addresses, users, groups'),
    cc: optional('stringlist', 'Further receivers'),
    bcc: optional('stringlist', 'Receivers that the others do not see'),
    replyto: optional('stringlist', 'Where answers go'),
    subject: required('string', 'Subject'),
    message: required('string', 'Text'),
    HTML: defaulted('boolean', false, 'The text is HTML'),
    files: optional('stringlist', 'Xpaths of files of the input document that go along'),
    rollbackOnError: defaulted('boolean', true, 'Undo the call when it cannot be sent'),
    'Strict User Resolution': defaulted('boolean', true, 'Refuse names that nobody has'),
    viewId: defaulted('string', 'view_documents', 'Accepted from older clients'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        requireMail(session);
        const isStrict = params['Strict User Resolution'];
        const addresses = (names: readonly string[] = []) => addressesOf(session, names, isStrict);
        try {
          await queueOwnMail(session, {
            from: (await addresses([params.from]))[0] ?? params.from,
            to: await addresses(params.to),
            cc: await addresses(params.cc),
            bcc: await addresses(params.bcc),
            replyTo: await addresses(params.replyto),
            subject: params.subject,
            message: params.message,
            isHtml: params.HTML,
            files: (params.files ?? []).flatMap((xpath) => filesAt(session, document, xpath)),
          });
        } catch (error) {
          if (params.rollbackOnError) throw error;
          session.repository.ports.log.warn('A mail was not queued', { reason: String(error) });
        }
        return document;
      },
    },
  },
});

/** One file, or all files of a list. */
function filesAt(session: Session, document: DocumentRow, xpath: string): readonly StoredBlob[] {
  const found = blobsOf(session.types, document)
    .filter((one) => one.xpath === xpath || one.xpath.startsWith(`${xpath}/`))
    .map(({ blob }) => fromBlobValue(blob));
  if (found.length === 0) throw errors.badRequest(`${xpath} holds no file`);
  return found;
}

const notifyOfPermission = defineOperation({
  id: 'Document.SendNotificationEmailForPermission',
  category: 'Notification',
  label: 'Send the notification email for a permission',
  description: 'Tells those that an entry of the input document’s access control lists is about.',
  params: { id: required('string', 'Id of the entry') },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        await requirePermission(session, document, 'WriteSecurity');
        requireMail(session);
        const aces = (await effectiveAcls(session, document)).flatMap((acl) => acl.aces);
        const ace = aces.find((one) => aceId(one) === params.id);
        if (!ace) throw errors.badRequest(`There is no entry ${params.id}`);
        await queuePermissionLetter(session, document, ace);
        return document;
      },
    },
  },
});

export const remoteOperations = [createFromUrl, exportToFolder, postToUrl, mail, notifyOfPermission];
