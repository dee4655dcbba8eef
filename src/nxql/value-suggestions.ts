/**
 * Values to suggest without asking the server: yes and no, moments, types, facets, states. Invariant: the inserted text is a
 * literal, or its content if the caret is between quotes.
 */
import type { ValuePlace } from './caret-context.ts';
import { escapeString, quoteString } from './lexer.ts';
import type { Suggestion } from './suggestions.ts';
import { findField, type Vocabulary } from './vocabulary.ts';

const STATES = ['project', 'approved', 'obsolete', 'deleted'];

const PERIODS: Readonly<Record<string, string>> = {
  '-PT1H': 'One hour ago.',
  '-P1D': 'One day ago.',
  '-P7D': 'Seven days ago.',
  '-P1M': 'One month ago.',
  '-P1Y': 'One year ago.',
  P1D: 'In one day.',
};

function value(label: string, insert: string, info: string): Suggestion {
  return { label, kind: 'value', detail: 'value', info, insert };
}

function texts(values: Iterable<string>, quoted: boolean, info: string): readonly Suggestion[] {
  return [...values].map((one) => value(one, quoted ? escapeString(one) : quoteString(one), info));
}

/** The texts that NOW( ) takes. */
export function periodSuggestions(quoted: boolean): readonly Suggestion[] {
  return Object.entries(PERIODS).map(([period, info]) =>
    value(period, quoted ? period : quoteString(period), info),
  );
}

export function valueSuggestions(
  place: ValuePlace,
  quoted: boolean,
  vocabulary: Vocabulary,
): readonly Suggestion[] {
  if (place.field === undefined || place.dated) return [];
  const known = knownTexts(place.field, quoted, vocabulary);
  if (known.length > 0 || quoted) return known;
  const field = findField(vocabulary, place.field);
  switch (field?.type) {
    case 'boolean':
      return [value('1', '1', 'Yes.'), value('0', '0', 'No.')];
    case 'date':
      return dates(place.within === 'comparison');
    default:
      return [];
  }
}

function knownTexts(field: string, quoted: boolean, vocabulary: Vocabulary): readonly Suggestion[] {
  switch (field) {
    case 'ecm:primaryType':
      return texts(vocabulary.types.keys(), quoted, 'A document type.');
    case 'ecm:mixinType':
      return texts(vocabulary.facets, quoted, 'A facet.');
    case 'ecm:currentLifeCycleState':
      return texts(STATES, quoted, 'A state of the life cycle.');
    default:
      return [];
  }
}

/** @param withFunctions false where only literals are allowed: functions stand in comparisons only */
function dates(withFunctions: boolean): readonly Suggestion[] {
  const literals = [
    value('DATE', "DATE '", 'A day: YYYY-MM-DD.'),
    value('TIMESTAMP', "TIMESTAMP '", 'A moment: YYYY-MM-DD hh:mm:ss.'),
  ];
  if (!withFunctions) return literals;
  const moments = Object.entries(PERIODS).map(([period, info]) => {
    const call = `NOW(${quoteString(period)})`;
    return value(call, call, info);
  });
  return [value('NOW()', 'NOW()', 'The present moment.'), ...moments, ...literals];
}
