/**
 * Reads which calls of the repository's interface config.json grants an extension: `GET /id/*` (one star is one step of the
 * path, two stars are all following steps). Pure.
 * Invariant: no address outside of /api/v1 can be granted, and no call that returns tokens or changes how people sign in.
 */
import { type CallMethod, isCallMethod } from './protocol.ts';

export interface Grant {
  readonly method: CallMethod;
  readonly steps: readonly string[];
}

const stepShape = /^[\w~!$&'()*+,;=:@.%-]+$/;
const never: readonly (readonly string[])[] = [
  ['token'],
  ['oauth2'],
  ...['changepassword', 'confirmation', 'passkeys', 'second-factor', 'sign-ins'].map((step) => ['me', step]),
];

/** Null if it is not valid. */
export function readGrant(text: string): Grant | null {
  const [method, path, ...more] = text.trim().split(/\s+/);
  if (!isCallMethod(method) || path === undefined || more.length > 0) return null;
  const steps = stepsOf(path);
  if (steps === null || isNever(steps)) return null;
  const open = steps.indexOf('**');
  return open !== -1 && open < steps.length - 1 ? null : { method, steps };
}

/** @param path below /api/v1, with its query */
export function isGranted(grants: readonly Grant[], method: CallMethod, path: string): boolean {
  const [address = ''] = path.split('?', 1);
  const steps = path.includes('#') ? null : stepsOf(address);
  if (steps === null || steps.some((step) => step.includes('*'))) return false;
  if (isNever(steps)) return false;
  return grants.some((grant) => grant.method === method && covers(grant.steps, steps));
}

function isNever(steps: readonly string[]): boolean {
  return never.some((some) =>
    some.every((step, index) => decoded(steps[index] ?? '').toLowerCase() === step),
  );
}

function covers(pattern: readonly string[], steps: readonly string[]): boolean {
  const open = pattern.at(-1) === '**';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  if (open ? steps.length <= fixed.length : steps.length !== fixed.length) return false;
  return fixed.every((step, index) => step === '*' || decoded(step) === decoded(steps[index] ?? ''));
}

/** The steps of a path that has only one meaning; null for any other, such as one with `..`. */
function stepsOf(path: string): readonly string[] | null {
  if (!path.startsWith('/')) return null;
  const steps = path.slice(1).split('/');
  const plain = steps.every((step) => {
    const text = decoded(step);
    return stepShape.test(step) && text !== '.' && text !== '..' && !/[/\\\0]/.test(text);
  });
  return plain ? steps : null;
}

/** For a step that cannot be decoded, returns a text that no step may contain. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return '/';
  }
}
