/**
 * A refusal as people read it: in their language why, and what to do next; then the server's own words where they tell
 * more (a name, a right, a number).
 */
import type { Translate } from '#web/i18n/texts.ts';
import type { Violation, ViolationPathNode } from '#wire/exception.ts';
import { ApiError } from '../api-error.ts';
import { readRefusal } from './read-refusal.ts';
import { refusalKind, tellsMore } from './refusal-kind.ts';
import { quoted } from './said.ts';
import { violationWords } from './violation-words.ts';

/** @param texts of a namespace, in the reader's language */
export async function refusalError(
  response: Response,
  texts: (namespace: string) => Translate,
): Promise<ApiError> {
  const { kind, status, requestId, said, violations, infos } = await readRefusal(response);
  const t = texts('refusals');
  const common = { kind, status, requestId, said, infos };
  if (kind === 'validation') {
    const byPath = wordsByPath(violations, texts);
    const values = [...byPath].map(([path, words]) => `${path}: ${words.join(', ')}`).join('; ');
    return new ApiError({
      ...common,
      violations: byPath,
      message: t('invalid', { values, defaultValue: said }),
    });
  }
  const words = t(kind === 'not-a-repository' ? 'elsewhere' : refusalKind(status, said), {
    defaultValue: '',
  });
  // Texts that did not come.
  if (words === '') return new ApiError({ ...common, message: said || `HTTP ${status}` });
  return new ApiError({ ...common, words, message: tellsMore(said) ? `${words} ${quoted(said, t)}` : words });
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
