/** Why a job left documents as they were, in the reader's language: the server tells each reason in its own words only. */
import { loadNamespace, type Translate, translator } from '#web/i18n/texts.ts';
import type { BulkFailure } from '#wire/search.ts';
import { refusalKind } from './refusal-kind.ts';
import { quoted } from './said.ts';

export async function failuresInWords(failures: readonly BulkFailure[]): Promise<readonly BulkFailure[]> {
  await loadNamespace('refusals');
  const t = translator('refusals');
  return failures.map(({ uid, message }) => ({ uid, message: reasonInWords(message, t) }));
}

/** A job's failures have no status: one that its words make no refusal is said as it came. */
export function reasonInWords(message: string, t: Translate): string {
  const said = message.replace(/^(Failed to invoke operation:? [\w.]+, )+/, '');
  if (!/ is not granted to |\block(ed)?\b|retention|legal hold|quota/i.test(said)) return said;
  return `${t(refusalKind(403, said))} ${quoted(said, t)}`;
}
