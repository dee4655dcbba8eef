/**
 * How the checker says what it found: a diagnostic with one-click repairs.
 * Invariant: an `error` is what the server refuses too, in its words; a `warning` is advice.
 */
import type { Diagnostic, Span } from './ast.ts';

export type Fix = Diagnostic['fixes'][number];

export class Findings {
  readonly #found: Diagnostic[] = [];

  error(span: Span, message: string, fixes: readonly Fix[] = []): void {
    this.#add('error', span, message, fixes);
  }

  warning(span: Span, message: string, fixes: readonly Fix[] = []): void {
    this.#add('warning', span, message, fixes);
  }

  /** Everything found, in the order of the text. */
  inOrder(): readonly Diagnostic[] {
    return this.#found.toSorted((one, other) => one.start - other.start || one.end - other.end);
  }

  #add(severity: Diagnostic['severity'], span: Span, message: string, fixes: readonly Fix[]): void {
    this.#found.push({ severity, start: span.start, end: span.end, message, fixes });
  }
}

export function replaceBy(replacement: string): Fix {
  return { label: `Replace with ${replacement}`, replacement };
}
