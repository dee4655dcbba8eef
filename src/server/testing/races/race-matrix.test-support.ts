/**
 * Two concurrent calls on a document, its parent or its grandparent. Answers and final state must be the same as when they run
 * one after the other, in one of the two orders.
 */
import type { Ask } from '../ask.ts';
import { type Action, actions } from './actions.test-support.ts';
import { type Arena, type Level, openArena, pictureOf } from './arena.test-support.ts';
import { randomFrom } from './random.test-support.ts';

export interface RaceCase {
  readonly names: readonly [string, string];
  readonly levels: readonly [Level, Level];
  readonly isLeafFolder: boolean;
}

export interface Surprise {
  readonly race: string;
  readonly found: string;
}

/** All pairs on the same document, on a document and its parent, and on a document and its grandparent. */
export function allRaces(): readonly RaceCase[] {
  const names = Object.keys(actions);
  const cases: RaceCase[] = [];
  for (const [index, first] of names.entries()) {
    for (const [other, second] of names.entries()) {
      const isBeside = actions[first]?.isBeside === true || actions[second]?.isBeside === true;
      const pairs: readonly (readonly [Level, Level])[] = [
        ...(index <= other
          ? ([
              ['leaf', 'leaf'],
              ['mid', 'mid'],
            ] as const)
          : []),
        ...(isBeside
          ? []
          : ([
              ['leaf', 'mid'],
              ['leaf', 'top'],
            ] as const)),
      ];
      for (const levels of pairs) {
        const leaf = leafFor([actions[first], actions[second]], levels);
        if (leaf !== 'neither')
          cases.push({ names: [first, second], levels, isLeafFolder: leaf === 'folder' });
      }
    }
  }
  return cases;
}

function leafFor(
  pair: readonly (Action | undefined)[],
  levels: RaceCase['levels'],
): 'file' | 'folder' | 'neither' {
  const wanted = new Set(
    pair.flatMap((action, side) => (levels[side] === 'leaf' ? (action?.leaf ?? []) : [])),
  );
  if (wanted.size > 1 || pair.some((action, side) => action?.leaf === 'file' && levels[side] !== 'leaf'))
    return 'neither';
  return wanted.has('folder') ? 'folder' : 'file';
}

/** A random choice, always the same for the same seed. */
export function drawn(cases: readonly RaceCase[], count: number, seed: number): readonly RaceCase[] {
  const random = randomFrom(seed);
  const rest = [...cases];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}

interface Outcome {
  readonly statuses: readonly [number, number];
  readonly picture: readonly string[];
}

/** @param servers get the calls in turns */
export class RaceMatrix {
  readonly #servers: readonly Ask[];
  #arenas = 0;
  #turn = 0;

  constructor(servers: readonly Ask[]) {
    this.#servers = servers;
  }

  /** Runs the two calls together `meetings` times; returns outcomes that match neither order. */
  async run(race: RaceCase, meetings: number): Promise<readonly Surprise[]> {
    const orders = [await this.#inOrder(race, [0, 1]), await this.#inOrder(race, [1, 0])];
    const surprises: Surprise[] = [];
    for (let meeting = 0; meeting < meetings; meeting++) {
      const outcome = await this.#atOnce(race);
      if (!orders.some((one) => isEqual(one, outcome)))
        surprises.push({ race: titleOf(race), found: difference(outcome, orders) });
    }
    return surprises;
  }

  async #inOrder(race: RaceCase, order: readonly (0 | 1)[]): Promise<Outcome> {
    const arena = await this.#open(race);
    const statuses: [number, number] = [0, 0];
    for (const side of order) statuses[side] = await this.#call(race, arena, side);
    return this.#outcome(arena, statuses);
  }

  async #atOnce(race: RaceCase): Promise<Outcome> {
    const arena = await this.#open(race);
    return this.#outcome(arena, await Promise.all([this.#call(race, arena, 0), this.#call(race, arena, 1)]));
  }

  async #open({ names, levels, isLeafFolder }: RaceCase): Promise<Arena> {
    const arena = await openArena(this.#ask, `arena${this.#arenas++}x`, isLeafFolder);
    for (const side of [0, 1] as const) await actions[names[side]]?.prepare?.(this.#ask, arena, levels[side]);
    return arena;
  }

  async #call({ names, levels }: RaceCase, arena: Arena, side: 0 | 1): Promise<number> {
    const action = actions[names[side]];
    if (!action) throw new Error(`Nobody does ${names[side]}`);
    const { status, text } = await this.#ask(...action.call(arena, levels[side], side));
    // The interface's answer to a transition that is not allowed in the present state.
    const isRefused = status === 500 && text.includes('Not allowed to follow transition');
    if (status >= 500 && !isRefused) throw new Error(`${names.join(' and ')}: ${status} ${text}`);
    return status;
  }

  async #outcome(arena: Arena, statuses: Outcome['statuses']): Promise<Outcome> {
    return { statuses, picture: await pictureOf(this.#ask, arena) };
  }

  readonly #ask: Ask = (path, options) => {
    const server = this.#servers[this.#turn++ % this.#servers.length];
    if (!server) throw new Error('No server');
    return server(path, options);
  };
}

export function titleOf({ names, levels }: RaceCase): string {
  return names.map((name, side) => `${name} ${levels[side]}`).join(', ');
}

function isEqual(one: Outcome, other: Outcome): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function difference(found: Outcome, orders: readonly Outcome[]): string {
  return orders
    .map((order) =>
      [
        `answered ${found.statuses.join(', ')} in place of ${order.statuses.join(', ')}`,
        ...order.picture.filter((line) => !found.picture.includes(line)).map((line) => `- ${line}`),
        ...found.picture.filter((line) => !order.picture.includes(line)).map((line) => `+ ${line}`),
      ].join('\n'),
    )
    .join('\nor\n');
}
