/**
 * Converts the typed parameters to what is sent. Pure. Every value is text while it is being typed, so that nothing is lost
 * if it is not valid yet. Invariant: an empty value is not sent, so the server's default applies.
 */
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import type { OperationParameter, ParameterType } from '#wire/operation.ts';

export type ParameterTexts = Readonly<Record<string, string>>;

/** Why a value cannot be sent; the key of a message. */
export type ParameterProblem = 'missing' | 'number' | 'whole' | 'json' | 'object' | 'list' | 'date';

export interface CheckedParameters {
  readonly params: JsonObject;
  readonly problems: Readonly<Record<string, ParameterProblem>>;
}

export function checkParameters(
  parameters: readonly OperationParameter[],
  texts: ParameterTexts,
): CheckedParameters {
  const params: Record<string, Json> = {};
  const problems: Record<string, ParameterProblem> = {};
  for (const { name, type, required } of parameters) {
    const text = texts[name] ?? '';
    if (text.trim() === '') {
      if (required) problems[name] = 'missing';
      continue;
    }
    const { value, problem } = readText(type, text);
    if (problem !== undefined) problems[name] = problem;
    else if (value !== undefined) params[name] = value;
  }
  return { params, problems };
}

interface Reading {
  readonly value?: Json;
  readonly problem?: ParameterProblem;
}

function readText(type: ParameterType, text: string): Reading {
  switch (type) {
    case 'boolean':
      return { value: text === 'true' };
    case 'integer':
    case 'long':
      return wholeNumber(text);
    case 'float':
      return Number.isFinite(Number(text)) ? { value: Number(text) } : { problem: 'number' };
    case 'date': {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) ? { problem: 'date' } : { value: date.toISOString() };
    }
    case 'stringlist':
      return { value: linesOf(text) };
    case 'documents':
      return { value: linesOf(text).join(',') };
    case 'properties':
    case 'map':
      return text.trimStart().startsWith('{') ? json(text, isJsonObject, 'object') : { value: pairsIn(text) };
    case 'list':
      return text.trimStart().startsWith('[') ? json(text, Array.isArray, 'list') : { value: linesOf(text) };
    case 'object':
    case 'serializable':
      return /^\s*["[{\d-]|^\s*(true|false|null)\s*$/.test(text)
        ? json(text, () => true, 'json')
        : { value: text };
    case 'blob':
    case 'bloblist':
      // A reference to an uploaded file, as the file field writes it.
      return json(text, () => true, 'json');
    case 'string':
    case 'document':
    case 'resource':
    case 'validationmethod':
      return { value: text };
  }
}

function wholeNumber(text: string): Reading {
  const value = Number(text);
  if (!Number.isFinite(value)) return { problem: 'number' };
  return Number.isSafeInteger(value) ? { value } : { problem: 'whole' };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** `key=value` on each line. */
function pairsIn(text: string): JsonObject {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const cut = line.indexOf('=');
      return cut === -1 ? [line, ''] : [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
    }),
  );
}

function json(text: string, fits: (value: Json) => boolean, wanted: ParameterProblem): Reading {
  try {
    const value: Json = JSON.parse(text);
    return fits(value) ? { value } : { problem: wanted };
  } catch {
    return { problem: 'json' };
  }
}

/** The first allowed value is the default. */
export function startTexts(parameters: readonly OperationParameter[]): ParameterTexts {
  return Object.fromEntries(parameters.map(({ name, values }) => [name, values[0] ?? '']));
}
