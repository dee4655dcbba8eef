/**
 * What one piece of isolated work looks like, and how it says no.
 * Invariant: only a `Refusal`'s words reach people; other failures may name paths and stay in the log.
 */
import type { JsonObject } from '#wire/json.ts';

export interface Work {
  /** The file to read. Never written to. */
  readonly input: string;
  /** The file to write, when the task makes one. */
  readonly output: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

export type Task = (work: Work) => Promise<JsonObject>;

/** The input cannot be converted, in words for people. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** A whole number from a parameter within bounds; undefined when it is absent, empty or nonsense. */
export function integerParameter(
  value: string | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const number = Math.round(Number(value));
  return Number.isFinite(number) && number >= min ? Math.min(number, max) : undefined;
}
