/**
 * Letters: mails that the server sends on its own. The queue holds the event and the receiver; the text is written when
 * the letter is sent, with the receiver's rights and in their language.
 * Invariant: a letter is queued in the transaction of its event; a server without mail queues none.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { Session } from '../kernel/session.ts';
import type { JobStore } from '../kernel/stores.ts';

const kinds = ['news', 'permission', 'task', 'decision', 'mention', 'invitation', 'account'] as const;

export interface LetterEvent {
  /** The name of a notification, where there are several (subscriptions.ts). */
  readonly what: string;
  readonly document: string;
}

export interface Letter {
  readonly kind: (typeof kinds)[number];
  readonly repository: string;
  readonly author: string;
  /** The events that it reports; those of documents that the receiver may not read are left out. */
  readonly events: readonly LetterEvent[];
  /** A permission, the name of a task, a decision, or what changed about an account. */
  readonly detail: string;
  /** A comment by the author of the event. */
  readonly comment: string;
  readonly taskId: string;
  readonly account: string;
}

/** Sends to users and to all members of groups. */
export const lettersJobKind = 'letters';
/** Sends to one person. */
export const letterJobKind = 'letter';

export type Draft = Pick<Letter, 'kind'> &
  Partial<Letter> & {
    /** Not before this time (ISO 8601). */
    readonly notBefore?: string | null;
    /** The person who caused the event, who gets no letter. */
    readonly except?: string;
  };

export async function queueLetters(session: Session, names: readonly string[], draft: Draft): Promise<void> {
  if (!session.repository.ports.mailer || names.length === 0) return;
  const { notBefore, except, ...letter } = draft;
  const now = session.now.toISOString();
  const { jobs } = await session.write();
  await jobs.enqueue({
    id: crypto.randomUUID(),
    kind: lettersJobKind,
    owner: null,
    runAt: notBefore != null && notBefore > now ? notBefore : now,
    payload: {
      names: [...names],
      except: except ?? null,
      letter: asJson({
        repository: session.repositoryName,
        author: session.username,
        events: [],
        detail: '',
        comment: '',
        taskId: '',
        account: '',
        ...letter,
      }),
    },
  });
}

export async function queueLetterTo(
  jobs: JobStore,
  now: Date,
  username: string,
  letter: Letter,
): Promise<void> {
  await jobs.enqueue({
    id: crypto.randomUUID(),
    kind: letterJobKind,
    owner: null,
    runAt: now.toISOString(),
    payload: { username, letter: asJson(letter) },
  });
}

export function readLetter(value: Json | undefined): Letter {
  const letter = isJsonObject(value) ? value : {};
  const text = (name: keyof Letter): string => {
    const found = letter[name];
    return isString(found) ? found : '';
  };
  const kind = kinds.find((one) => one === letter.kind);
  if (kind === undefined) throw new Error('The job holds no letter');
  return {
    kind,
    repository: text('repository'),
    author: text('author'),
    events: readEvents(letter.events),
    detail: text('detail'),
    comment: text('comment'),
    taskId: text('taskId'),
    account: text('account'),
  };
}

export function readEvents(value: Json | undefined): readonly LetterEvent[] {
  return (Array.isArray(value) ? value : []).flatMap((item) =>
    isJsonObject(item) && isString(item.what) && isString(item.document)
      ? [{ what: item.what, document: item.document }]
      : [],
  );
}

function asJson(letter: Letter): JsonObject {
  return { ...letter, events: letter.events.map((event) => ({ ...event })) };
}
