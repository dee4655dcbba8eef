/** What a constraint demands of a value, in the reader's language; for an unknown constraint, the server's text. */
import { currentLanguage, type Translate } from '#web/i18n/texts.ts';
import type { Violation } from '#wire/exception.ts';
import type { Json } from '#wire/json.ts';

interface Asked {
  /** A name in the texts of forms, which check the same rules before sending. */
  readonly problem:
    | 'required'
    | 'pattern'
    | 'tooShort'
    | 'tooLong'
    | 'tooSmall'
    | 'tooLarge'
    | 'tooEarly'
    | 'tooLate';
  readonly limit?: string | number;
}

export function violationWords(violation: Violation, texts: (namespace: string) => Translate): string {
  const { message, invalid_value: value, constraint } = violation;
  if (typeof value === 'string' && /Enum|Resolver/.test(constraint?.name ?? ''))
    return texts('refusals')('notListed', { value, defaultValue: message });
  const found = askedBy(violation);
  if (found === null) return message;
  const limit = written(found);
  return texts('forms')(`problem.${found.problem}`, { limit, defaultValue: message });
}

/** Null if it is not one of the rules that a schema states. */
function askedBy({ constraint, invalid_value: value }: Violation): Asked | null {
  const { name, parameters = {} } = constraint ?? {};
  const [least, most] = [limitOf(parameters.Minimum), limitOf(parameters.Maximum)];
  switch (name) {
    case 'NotNullConstraint':
      return { problem: 'required' };
    case 'PatternConstraint':
      return { problem: 'pattern', limit: String(parameters.Pattern) };
    case 'LengthConstraint':
      return between('tooShort', 'tooLong', String(value).length, least, most);
    case 'NumericIntervalConstraint':
      return between('tooSmall', 'tooLarge', Number(value), least, most);
    case 'DateIntervalConstraint':
      return between('tooEarly', 'tooLate', Date.parse(String(value)), least, most);
    default:
      return null;
  }
}

type Limit = string | number | undefined;

function between(
  below: Asked['problem'],
  above: Asked['problem'],
  size: number,
  least: Limit,
  most: Limit,
): Asked | null {
  if (least !== undefined && size < sizeOf(least)) return { problem: below, limit: least };
  return most !== undefined && size > sizeOf(most) ? { problem: above, limit: most } : null;
}

function limitOf(parameter: Json | undefined): Limit {
  return typeof parameter === 'string' || typeof parameter === 'number' ? parameter : undefined;
}

/** A number may be a text: some servers write all parameters as texts. */
function sizeOf(limit: string | number): number {
  const number = Number(limit);
  return Number.isNaN(number) ? Date.parse(String(limit)) : number;
}

function written({ problem, limit }: Asked): Limit {
  if (limit === undefined || problem === 'pattern') return limit;
  const size = sizeOf(limit);
  if (Number.isNaN(size)) return limit;
  return problem === 'tooEarly' || problem === 'tooLate'
    ? new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(size)
    : new Intl.NumberFormat(currentLanguage()).format(size);
}
