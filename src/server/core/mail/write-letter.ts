/**
 * Writes a letter: a subject, and the same lines as plain text and as simple HTML.
 * Invariant: titles, names and comments are escaped; only documents that the session's caller may read are named.
 */
import { hasPermission } from '../access/access.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { AppBrand } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import { fullName } from '../people/users.ts';
import { workflowText } from '../workflow/labels.ts';
import { accountChanges } from './account-notices.ts';
import { asSubject } from './addresses.ts';
import { type Language, type LetterTexts, letterTexts } from './letter-texts.ts';
import type { Letter } from './letters.ts';

export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Line {
  readonly text: string;
  readonly link?: string | undefined;
}

interface Words {
  readonly subject: string;
  readonly lines: readonly Line[];
}

const mostLines = 20;

/** Undefined when the reader may see none of its documents. `session` has the reader's rights. */
export async function writeLetter(
  session: Session,
  letter: Letter,
  { language, code }: { readonly language: Language; readonly code?: string | undefined },
): Promise<WrittenLetter | undefined> {
  const texts = letterTexts(language);
  const who = await fullName(session, letter.author);
  const readableEvents = await readable(session, letter);
  if (letter.events.length > 0 && readableEvents.length === 0) return undefined;
  const translated = { ...letter, detail: workflowText(letter.detail, language) };
  const words = wordsOf({ session, texts, letter: translated, who, readableEvents, code });
  const comment = letter.comment === '' ? [] : [{ text: texts.says(who, letter.comment) }];
  const { brand } = session.repository.settings;
  const foot = [brand.name, texts.why[letter.kind]];
  return render(language, words.subject, [...words.lines, ...comment], foot, brand);
}

interface ReadableEvent {
  readonly what: string;
  readonly document: DocumentRow;
}

async function readable(session: Session, { events }: Letter): Promise<readonly ReadableEvent[]> {
  const rows = new Map(
    (await session.read.documents.getMany(events.map(({ document }) => document))).map((row) => [
      row.id,
      row,
    ]),
  );
  const readableEvents = [];
  for (const { what, document: id } of events) {
    const document = rows.get(id);
    if (document && !document.isTrashed && (await hasPermission(session, document, 'Read')))
      readableEvents.push({ what, document });
  }
  return readableEvents;
}

interface LetterContent {
  readonly session: Session;
  readonly texts: LetterTexts;
  readonly letter: Letter;
  readonly who: string;
  readonly readableEvents: readonly ReadableEvent[];
  readonly code: string | undefined;
}

function wordsOf({ session, texts, letter, who, readableEvents, code }: LetterContent): Words {
  const documents = readableEvents.map(({ document }) => document);
  switch (letter.kind) {
    case 'news':
      return news(session, texts, who, readableEvents);
    case 'permission':
      return sayOfEach(session, documents, (title) => texts.permission(who, letter.detail, title));
    case 'mention':
      return sayOfEach(session, documents, (title) => texts.mention(who, title));
    case 'decision':
      return sayOfEach(session, documents, (title) => texts.decision(letter.detail, title));
    case 'task': {
      const subject = texts.task(letter.detail);
      return {
        subject,
        lines: [
          { text: subject },
          ...sayOfEach(session, documents, texts.about).lines,
          { text: texts.openTask, link: address(session, `/tasks/${letter.taskId}`) },
        ],
      };
    }
    case 'account': {
      const { brand } = session.repository.settings;
      const change = accountChanges.find((one) => one === letter.detail) ?? 'password';
      const subject = texts.account[change](letter.account, brand.name);
      return {
        subject,
        lines: [
          { text: subject },
          { text: texts.changedBy(who) },
          { text: texts.openSettings, link: address(session, '/settings') },
        ],
      };
    }
    case 'invitation': {
      const { publicUrl, basePath, brand } = session.repository.settings;
      const subject = texts.invitation(who, brand.name);
      return {
        subject,
        lines: [
          { text: subject },
          { text: texts.invitationName(session.username) },
          { text: texts.invitationCode(code ?? '') },
          { text: texts.invitationPage, link: `${publicUrl ?? ''}${basePath}/oauth2/invitation` },
        ],
      };
    }
  }
}

/** The first event gives the subject. */
function sayOfEach(
  session: Session,
  documents: readonly DocumentRow[],
  say: (title: string) => string,
): Words {
  return {
    subject: say(titleOf(documents[0])),
    lines: documents.map((document) => ({ text: say(titleOf(document)), link: linkTo(session, document) })),
  };
}

function news(
  session: Session,
  texts: LetterTexts,
  who: string,
  readableEvents: readonly ReadableEvent[],
): Words {
  const lines = readableEvents.map(({ what, document }) => {
    const say = Object.entries(texts.news).find(([name]) => name === what)?.[1] ?? texts.news.Modification;
    return { text: say(who, titleOf(document)), link: linkTo(session, document) };
  });
  const [first] = lines;
  const more = lines.length - mostLines;
  return {
    subject: lines.length === 1 && first ? first.text : texts.newsSubject(who, lines.length),
    lines: [...lines.slice(0, mostLines), ...(more > 0 ? [{ text: texts.more(more) }] : [])],
  };
}

function titleOf(document: DocumentRow | undefined): string {
  const title = document?.properties['dc:title'];
  return typeof title === 'string' && title !== '' ? title : (document?.name ?? '');
}

function linkTo(session: Session, { id }: DocumentRow): string | undefined {
  return address(session, `/doc/${encodeURIComponent(id)}`);
}

/** The address of a page of the manager; undefined when no public address is configured. */
function address(session: Session, path: string): string | undefined {
  const { publicUrl } = session.repository.settings;
  return publicUrl === undefined ? undefined : `${publicUrl}${path}`;
}

function render(
  language: Language,
  subject: string,
  lines: readonly Line[],
  foot: readonly string[],
  { linkColour }: AppBrand,
): WrittenLetter {
  const text = lines.map((line) => (line.link === undefined ? line.text : `${line.text}\n${line.link}`));
  const html = lines.map(({ text: words, link }) =>
    link === undefined
      ? `<p>${escaped(words)}</p>`
      : `<p><a href="${escaped(link)}" style="color:${linkColour}">${escaped(words)}</a></p>`,
  );
  return {
    subject: asSubject(subject),
    text: `${[...text, `-- \n${foot.join('\n')}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<body style="font:16px/1.5 sans-serif;max-width:36em;margin:1em">
${html.join('\n')}
<p style="color:#666;font-size:13px">${escaped(foot.join('\n'))}</p>
</body>
</html>
`,
  };
}

/** Line ends become `<br>`. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll('\n', '<br>');
}
