/**
 * The interface of an isolated task, and its refusals.
 * Invariant: only the message of a `Refusal` is shown to people; other errors may contain paths and stay in the log.
 */
import type { JsonObject } from '#wire/json.ts';

export interface Work {
  /** The file to read; never written to. */
  readonly input: string;
  /** The file to write, when the task makes one. */
  readonly output: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

export type Task = (work: Work) => Promise<JsonObject>;

/** The input cannot be converted; the message is for people. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** A whole number from a parameter, within bounds; undefined when it is absent, empty or invalid. */
export function integerParameter(
  value: string | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const number = Math.round(Number(value));
  return Number.isFinite(number) && number >= min ? Math.min(number, max) : undefined;
}
