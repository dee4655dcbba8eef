/**
 * A refusal in the reader's language: why, and what to do next; then the server's own text if that says more (a name, a right, a
 * number).
 */
import type { Translate } from '#web/i18n/texts.ts';
import type { Violation, ViolationPathNode } from '#wire/exception.ts';
import { ApiError } from '../api-error.ts';
import { quoted } from './quoted-message.ts';
import { readRefusal } from './read-refusal.ts';
import { hasExplanation, refusalKind } from './refusal-kind.ts';
import { violationWords } from './violation-words.ts';

/** @param texts the texts of a namespace, in the reader's language */
export async function refusalError(
  response: Response,
  texts: (namespace: string) => Translate,
): Promise<ApiError> {
  const { kind, status, requestId, serverMessage, violations, infos } = await readRefusal(response);
  const t = texts('refusals');
  const common = { kind, status, requestId, serverMessage, infos };
  if (kind === 'validation') {
    const byPath = wordsByPath(violations, texts);
    const values = [...byPath].map(([path, words]) => `${path}: ${words.join(', ')}`).join('; ');
    return new ApiError({
      ...common,
      violations: byPath,
      message: t('invalid', { values, defaultValue: serverMessage }),
    });
  }
  const words = t(kind === 'not-a-repository' ? 'elsewhere' : refusalKind(status, serverMessage), {
    defaultValue: '',
  });
  // The texts failed to load.
  if (words === '') return new ApiError({ ...common, message: serverMessage || `HTTP ${status}` });
  return new ApiError({
    ...common,
    words,
    message: hasExplanation(serverMessage) ? `${words} ${quoted(serverMessage, t)}` : words,
  });
}

function wordsByPath(
  violations: readonly Violation[],
  texts: (namespace: string) => Translate,
): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map<string, string[]>();
  for (const violation of violations) {
    const path = violation.path.map(pathSegment).join('/');
    byPath.set(path, [...(byPath.get(path) ?? []), violationWords(violation, texts)]);
  }
  return byPath;
}

function pathSegment(node: ViolationPathNode): string {
  return node.is_list_item && node.index !== undefined ? `${node.field_name}/${node.index}` : node.field_name;
}
