/**
 * The checker's collector of diagnostics, with one-click repairs. Invariant: the server refuses every `error` too, in the same
 * words; a `warning` is advice.
 */
import type { Diagnostic, Span } from './ast.ts';

export type Fix = Diagnostic['fixes'][number];

/** A function if finding the repair needs a search among names. */
export type Fixes = readonly Fix[] | (() => readonly Fix[]);

/** A hostile query has thousands of mistakes; repairs are searched for the first ones only. */
const MOST_REPAIRED = 100;

export class Findings {
  readonly #found: Diagnostic[] = [];

  error(span: Span, message: string, fixes: Fixes = []): void {
    this.#add('error', span, message, fixes);
  }

  warning(span: Span, message: string, fixes: Fixes = []): void {
    this.#add('warning', span, message, fixes);
  }

  /** All diagnostics, in the order of the text. */
  inOrder(): readonly Diagnostic[] {
    return this.#found.toSorted((one, other) => one.start - other.start || one.end - other.end);
  }

  #add(severity: Diagnostic['severity'], span: Span, message: string, fixes: Fixes): void {
    const { start, end } = span;
    const repaired = this.#found.length < MOST_REPAIRED ? fixes : [];
    const found = typeof repaired === 'function' ? repaired() : repaired;
    this.#found.push({ severity, start, end, message, fixes: found });
  }
}

export function replaceBy(replacement: string): Fix {
  return { label: `Replace with ${replacement}`, replacement };
}
