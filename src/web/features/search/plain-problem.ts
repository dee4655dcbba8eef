/** Turns the parser's messages, which are those of Platform servers, into sentences for readers. Pure. */
import type { Diagnostic } from '#nxql/index.ts';
import type { Translate } from '#web/i18n/texts.ts';

export function plainProblem(diagnostic: Diagnostic, text: string, t: Translate): Diagnostic {
  const { message, start, end } = diagnostic;
  const character = /^Lexical Error: Illegal character <(.+?)>/s.exec(message)?.[1];
  if (character === "'" || character === '"') {
    const closed = `${text.slice(start, end)}${character}`;
    return {
      ...diagnostic,
      message: t('problem.openQuote', { quote: character }),
      fixes: [{ label: t('problem.closeQuote'), replacement: closed }],
    };
  }
  if (character !== undefined) return { ...diagnostic, message: t('problem.character', { character }) };
  const token = /^Syntax error: Invalid token <(.*)> at offset \d+$/s.exec(message)?.[1];
  if (token === undefined) return diagnostic;
  if (start === end) return { ...diagnostic, message: t('problem.unfinished') };
  return { ...diagnostic, message: t('problem.misplaced', { token }) };
}
