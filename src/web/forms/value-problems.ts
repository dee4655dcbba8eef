// Checks a value against the rules of its schema before it is sent. Pure. Invariant: it refuses nothing that the server would
// accept; a rule that cannot be evaluated here is left to the server.

import { isEmpty } from '#web/api/same-value.ts';
import { isJsonObject, type Json } from '#wire/json.ts';
import { parseDate } from './date-value.ts';
import type { FormField } from './form-field.ts';

export type ProblemKind =
  | 'required'
  | 'notADate'
  | 'pattern'
  | 'tooShort'
  | 'tooLong'
  | 'tooSmall'
  | 'tooLarge'
  | 'tooEarly'
  | 'tooLate';

export interface ValueProblem {
  /** As the server writes it: `files:files/0/file`. */
  readonly path: string;
  readonly kind: ProblemKind;
  /** The bound that the value breaks. */
  readonly limit?: string | number;
}

export function valueProblems(
  field: FormField,
  value: Json | undefined,
  path: string,
): readonly ValueProblem[] {
  // An empty list satisfies `required`.
  if (isEmpty(value)) return field.required && !Array.isArray(value) ? [{ path, kind: 'required' }] : [];
  if (field.list) {
    const one = { ...field, list: false };
    return (Array.isArray(value) ? value : []).flatMap((item, index) =>
      valueProblems(one, item, `${path}/${index}`),
    );
  }
  if (field.kind === 'complex' && isJsonObject(value)) {
    return field.parts.flatMap((part) => valueProblems(part, value[part.name], `${path}/${part.name}`));
  }
  if (field.kind === 'date') return dateProblem(field, value, path);
  if (typeof value === 'string') return textProblems(field, value, path);
  return typeof value === 'number' ? numberProblem(field, value, path) : [];
}

function dateProblem(
  { earliest, latest }: FormField,
  value: Json | undefined,
  path: string,
): readonly ValueProblem[] {
  const date = parseDate(value);
  if (date === null) return [{ path, kind: 'notADate' }];
  const first = parseDate(earliest);
  const last = parseDate(latest);
  if (first !== null && date < first) return [{ path, kind: 'tooEarly', limit: earliest }];
  return last !== null && date > last ? [{ path, kind: 'tooLate', limit: latest }] : [];
}

function textProblems(field: FormField, value: string, path: string): readonly ValueProblem[] {
  const { pattern, minLength, maxLength } = field;
  const whole = pattern === undefined ? null : expression(pattern);
  if (whole !== null && !whole.test(value)) return [{ path, kind: 'pattern', limit: pattern }];
  if (minLength !== undefined && value.length < minLength) {
    return [{ path, kind: 'tooShort', limit: minLength }];
  }
  return maxLength !== undefined && value.length > maxLength
    ? [{ path, kind: 'tooLong', limit: maxLength }]
    : [];
}

function numberProblem(
  { minimum, maximum }: FormField,
  value: number,
  path: string,
): readonly ValueProblem[] {
  if (minimum !== undefined && value < minimum) return [{ path, kind: 'tooSmall', limit: minimum }];
  return maximum !== undefined && value > maximum ? [{ path, kind: 'tooLarge', limit: maximum }] : [];
}

/** Null for syntax that the browser's regular expressions do not have. */
function expression(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return null;
  }
}
