/**
 * Matches an address against the route table. Patterns: `user/{name...}/group/{group...}`; `{x}` is one segment,
 * `{x...}` one or more joined by slashes, `@async` an adapter. Earlier routes win.
 * Invariant: a variable never matches an adapter segment.
 */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Address } from './address.ts';
import type { Call } from './application.ts';

type Names<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}...` ? Bare : Name) | Names<Rest>
  : never;

export type Parameters<Pattern extends string> = { readonly [Name in Names<Pattern>]: string };

export interface Route {
  readonly methods: readonly string[];
  readonly pattern: string;
  /** Its changes are made outside the call's session. */
  readonly changesApart: boolean;
  /** Its body is a file of any type. */
  readonly takesBytes: boolean;
  /** The call's handler when the address matches, else undefined. */
  readonly match: (parts: readonly Part[]) => ((call: Call) => Promise<Response>) | undefined;
}

interface Part {
  readonly text: string;
  readonly isAdapter: boolean;
}

export function on<const Pattern extends string>(
  methods: string,
  pattern: Pattern,
  handle: (call: Call, parameters: Parameters<Pattern>) => Promise<Response> | Response,
  {
    changesApart = false,
    takesBytes = false,
  }: { readonly changesApart?: boolean; readonly takesBytes?: boolean } = {},
): Route {
  const wanted = pattern === '' ? [] : pattern.split('/');
  const names = wanted.flatMap((part) => variableOf(part)?.name ?? []);
  const isComplete = (found: Record<string, string>): found is Parameters<Pattern> =>
    names.every((name) => found[name] !== undefined);
  return {
    methods: methods.split(' '),
    pattern,
    changesApart,
    takesBytes,
    match: (parts) => {
      const found = matchParts(wanted, parts);
      if (!found || !isComplete(found)) return undefined;
      return async (call) => handle(call, found);
    },
  };
}

function variableOf(part: string): { name: string; isRest: boolean } | undefined {
  if (!part.startsWith('{')) return undefined;
  const inner = part.slice(1, -1);
  return inner.endsWith('...') ? { name: inner.slice(0, -3), isRest: true } : { name: inner, isRest: false };
}

function matchParts(wanted: readonly string[], parts: readonly Part[]): Record<string, string> | undefined {
  const [first, ...rest] = wanted;
  if (first === undefined) return parts.length === 0 ? {} : undefined;
  const variable = variableOf(first);
  const head = parts[0];
  if (head === undefined) return undefined;
  if (!variable) {
    const isSame = head.isAdapter ? first === `@${head.text}` : first === head.text;
    return isSame ? matchParts(rest, parts.slice(1)) : undefined;
  }
  const limit = variable.isRest ? parts.length : 1;
  for (let length = 1; length <= limit && parts[length - 1]?.isAdapter === false; length++) {
    const further = matchParts(rest, parts.slice(length));
    const value = parts.slice(0, length).map((part) => part.text);
    if (further) return { ...further, [variable.name]: value.join('/') };
  }
  return undefined;
}

export interface Found {
  readonly handle: (call: Call) => Promise<Response>;
  readonly pattern: string;
  readonly changesApart: boolean;
  readonly takesBytes: boolean;
}

export function findHandler(routes: readonly Route[], method: string, address: Address): Found {
  const parts = [
    ...address.segments.map((text) => ({ text, isAdapter: false })),
    ...address.steps.flatMap((step) => [
      { text: step.adapter, isAdapter: true },
      ...step.path.map((text) => ({ text, isAdapter: false })),
    ]),
  ];
  const wanted = method === 'HEAD' ? 'GET' : method;
  const allowed = new Set<string>();
  let isSpelledOut = false;
  for (const route of routes) {
    const handler = route.match(parts);
    if (!handler) continue;
    // An address that is in the table literally is never taken for a variable's value.
    if (isSpelledOut && route.pattern.includes('{')) break;
    isSpelledOut = !route.pattern.includes('{');
    if (route.methods.includes(wanted) || route.methods.includes(method)) {
      const { pattern, changesApart, takesBytes } = route;
      return { handle: handler, pattern, changesApart, takesBytes };
    }
    for (const one of route.methods) allowed.add(one);
  }
  if (allowed.size > 0) throw methodNotAllowed(method, [...allowed]);
  const [first] = address.segments;
  throw errors.notFound(`Type not found: ${first ?? address.steps[0]?.adapter ?? ''}`);
}

export function methodNotAllowed(method: string, allowed: readonly string[]): RepositoryError {
  return new RepositoryError('methodNotAllowed', `${method} is not offered here, only ${allowed.join(', ')}`);
}
