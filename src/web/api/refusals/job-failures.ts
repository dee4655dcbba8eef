/** Why a job could not change some documents, in the reader's language: the server only sends each reason in its own text. */
import { loadNamespace, type Translate, translator } from '#web/i18n/texts.ts';
import type { BulkFailure, BulkStatusEntity } from '#wire/search.ts';
import { quoted } from './quoted-message.ts';
import { refusalKind } from './refusal-kind.ts';

interface FailuresInWords {
  /** As many as the server lists. */
  readonly failures: readonly BulkFailure[];
  /** The reason of the first of them. */
  readonly reason: string;
}

export async function failuresInWords(status: BulkStatusEntity): Promise<FailuresInWords> {
  await loadNamespace('refusals');
  return failuresOf(status, translator('refusals'));
}

type Failed = Pick<BulkStatusEntity, 'errors' | 'errorMessage'>;

/**
 * Other servers send one message for the whole job. One that lists documents gives no reason, only the job's id, which means
 * nothing to people.
 */
export function failuresOf({ errors = [], errorMessage = '' }: Failed, t: Translate): FailuresInWords {
  const [, named] = /fails on documents: \[([^\]]*)\]/.exec(errorMessage) ?? [];
  const reason = named === undefined && errorMessage !== '' ? reasonInWords(errorMessage, t) : t('unsaid');
  const uids = named?.split(/,\s*/).filter((uid) => uid !== '') ?? [];
  const failures =
    errors.length > 0
      ? errors.map(({ uid, message }) => ({ uid, message: reasonInWords(message, t) }))
      : uids.map((uid) => ({ uid, message: reason }));
  return { failures, reason: failures[0]?.message ?? reason };
}

/** A job's failures have no status, so the kind of refusal is read from the text; any other text is shown as it is. */
export function reasonInWords(message: string, t: Translate): string {
  const cause = message.replace(/^(Failed to invoke operation:? [\w.]+, )+/, '');
  if (!/ is not granted to |\block(ed)?\b|retention|legal hold|quota/i.test(cause)) return cause;
  return `${t(refusalKind(403, cause))} ${quoted(cause, t)}`;
}
