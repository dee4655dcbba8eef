/**
 * Automatic versions from configuration.
 *
 *   versioning:
 *     policies:
 *       Contracts keep every title:
 *         increment: minor                # none, minor or major; none: no other policy makes one either
 *         before: true                    # of the state before the change; after it when left out
 *         order: 20                       # the lowest matching policy decides; 11 and more
 *         types: [Contract]               # this and all that follow are conditions: each one given must hold
 *         changed: [dc:title]
 *       Drafts begin at one:
 *         types: [Contract]
 *         initial: '1.0'                  # the number that new documents begin with
 *     restrictions:
 *       Contract:                         # '*': all other types
 *         approved: [major]               # '*': all other states; a change must make one of these
 */
import { asBoolean, asNumber, asString, asStrings, type Reader } from './reader.ts';

export const increments = ['none', 'minor', 'major'] as const;
export type Increment = (typeof increments)[number];

export interface VersioningPolicy {
  readonly name: string;
  readonly order: number;
  /** Undefined: the policy only sets a first number. */
  readonly increment?: Increment;
  /** The version keeps the state before the change. */
  readonly beforeUpdate: boolean;
  readonly initial?: { readonly major: number; readonly minor: number };
  readonly types?: readonly string[];
  readonly facets?: readonly string[];
  readonly schemas?: readonly string[];
  /** Life-cycle states. */
  readonly states?: readonly string[];
  /** Values of the header `source`. */
  readonly sources?: readonly string[];
  /** Values of `X-Versioning-Option` in a request that creates a document. */
  readonly requested?: readonly Increment[];
  /** One of these properties has changed. */
  readonly changed?: readonly string[];
  /** The person who makes the change is not the last contributor. */
  readonly byAnother?: boolean;
  /** Seconds since the previous change, at least. */
  readonly afterSeconds?: number;
}

export interface VersioningRestriction {
  readonly type: string;
  readonly state: string;
  readonly increments: readonly Increment[];
}

export interface VersioningRules {
  readonly policies: readonly (Partial<VersioningPolicy> & { readonly name: string })[];
  readonly restrictions: readonly VersioningRestriction[];
}

export function readVersioning(section: Reader): VersioningRules {
  const fields = section.fields(['policies', 'restrictions']);
  return {
    policies: fields.optional('policies')?.entries(readPolicy) ?? [],
    restrictions: fields.optional('restrictions')?.entries(readRestrictions).flat() ?? [],
  };
}

function readPolicy(name: string, value: Reader): VersioningRules['policies'][number] {
  const fields = value.fields([
    'increment',
    'before',
    'order',
    'initial',
    'requested',
    'types',
    'facets',
    'schemas',
    'states',
    'sources',
    'changed',
    'byAnother',
    'afterSeconds',
  ]);
  if (!fields.optional('increment') && !fields.optional('initial')) value.fail('needs increment or initial');
  const before = fields.optional('before');
  return {
    name,
    ...fields.maybe('increment', asIncrement),
    ...(before ? { beforeUpdate: before.boolean() } : {}),
    ...fields.maybe('order', readOrder),
    ...fields.maybe('initial', readNumber),
    ...fields.maybe('requested', (words) => words.list(asIncrement)),
    ...fields.maybe('byAnother', asBoolean),
    ...fields.maybe('afterSeconds', asNumber),
    ...fields.maybe('types', asStrings),
    ...fields.maybe('facets', asStrings),
    ...fields.maybe('schemas', asStrings),
    ...fields.maybe('states', asStrings),
    ...fields.maybe('sources', asStrings),
    ...fields.maybe('changed', asStrings),
  };
}

function asIncrement(value: Reader): Increment {
  return value.word(increments);
}

/** Orders up to ten are reserved for the interface's own policies. */
function readOrder(value: Reader): number {
  return value.number() > 10 ? value.number() : value.fail('must be above 10');
}

function readNumber(value: Reader): { readonly major: number; readonly minor: number } {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})$/.exec(asString(value)) ?? value.fail("must be like '1.0'");
  return { major: Number(major), minor: Number(minor) };
}

function readRestrictions(type: string, value: Reader): readonly VersioningRestriction[] {
  return value.entries((state, words) => ({ type, state, increments: words.list(asIncrement) }));
}
