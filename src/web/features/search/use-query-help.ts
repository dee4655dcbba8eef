/** The names that a query can use on this server, and completions with values from its directories and people. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  check,
  type Diagnostic,
  parse,
  type ValueRequest,
  type Vocabulary,
  vocabularyFromConfig,
} from '#nxql/index.ts';
import { isApiError } from '#web/api/api-error.ts';
import { type DirectorySuggestion, suggestEntries } from '#web/api/directories.ts';
import { documentTypes } from '#web/api/document-types.ts';
import { suggestPeople } from '#web/api/people.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { OfferedValue } from './editor/completions.ts';
import type { FindProblems } from './editor/problems.ts';
import { plainProblem } from './plain-problem.ts';

const nothingKnown: Vocabulary = vocabularyFromConfig({ doctypes: {}, schemas: {} });

export interface QueryHelp {
  readonly vocabulary: Vocabulary;
  /** False until the server has sent the names; they cannot be checked before. */
  readonly ready: boolean;
  readonly values: (request: ValueRequest) => Promise<readonly OfferedValue[]>;
}

export function useQueryHelp(): QueryHelp {
  const { language } = useTranslation();
  const client = useQueryClient();
  const types = useQuery(documentTypes());
  const vocabulary = useMemo(
    () => (types.data === undefined ? nothingKnown : vocabularyFromConfig(types.data)),
    [types.data],
  );
  const values = useCallback(
    (request: ValueRequest) => offeredValues(client, request, language),
    [client, language],
  );
  return { vocabulary, ready: types.data !== undefined, values };
}

async function offeredValues(
  client: QueryClient,
  { source, typed }: ValueRequest,
  language: string,
): Promise<readonly OfferedValue[]> {
  if (source.kind === 'users') {
    const people = await client.fetchQuery(suggestPeople({ term: typed }));
    return people.map(({ id, label }) => ({ value: id, label }));
  }
  const terms = await client.fetchQuery(
    suggestEntries({
      directory: source.name,
      term: typed,
      language,
      localizedColumns: source.name.startsWith('l10n'),
      limit: 50,
    }),
  );
  return flat(terms);
}

function flat(terms: readonly DirectorySuggestion[]): readonly OfferedValue[] {
  return terms.flatMap(({ computedId, absoluteLabel, children }) => [
    ...(computedId === '' ? [] : [{ value: computedId, label: absoluteLabel }]),
    ...flat(children),
  ]);
}

/** The server's error for exactly this text. */
export interface Refusal {
  readonly query: string;
  readonly error: Error;
}

/** The checker's problems; if it finds none, those at the offsets in the server's refusal. */
export function problemFinder(
  { vocabulary, ready }: QueryHelp,
  refusal: Refusal | null,
  t: Translate,
): FindProblems {
  return (text) => {
    if (text.trim() === '') return [];
    const raw = ready ? check(text, vocabulary).diagnostics : parse(text).diagnostics;
    const found = raw.map((diagnostic) => plainProblem(diagnostic, text, t));
    if (found.some(({ severity }) => severity === 'error') || refusal?.query !== text) return found;
    const refused = refusedPlaces(text, refusal.error).map((one) => plainProblem(one, text, t));
    return [...found, ...refused.map((one) => ({ ...one, message: one.message.replace(atOffset, '') }))];
  };
}

const atOffset = / at offset <?(\d+).*$/;

function refusedPlaces(text: string, error: Error): readonly Diagnostic[] {
  if (!isApiError(error)) return [];
  // A server that sends no `infos` has it in its message: "… Syntax error: Invalid token <FROM> at offset 7".
  const messages = error.infos.length > 0 ? error.infos : [error.serverMessage];
  return messages.flatMap((info): readonly Diagnostic[] => {
    const offset = atOffset.exec(info)?.[1];
    if (offset === undefined) return [];
    const start = Math.min(Number(offset), text.length);
    const word = /^[^\s(),=<>]+/.exec(text.slice(start))?.[0] ?? '';
    const message = /(?:Lexical Error|Syntax error): .*$/s.exec(info)?.[0] ?? info;
    return [{ start, end: start + word.length, severity: 'error', message, fixes: [] }];
  });
}
