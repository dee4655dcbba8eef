/** The groups of a person, and the chain of groups through which they are an indirect member of another. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isString } from '#wire/json.ts';
import { hasStatus } from './api-error.ts';
import { peopleKeys } from './me.ts';
import { group, user } from './people.ts';

/** Groups nested deeper than this are not followed. */
const deepest = 8;

/** The chain from a group in `direct`, through the groups it is in, to `target`; only `target` if none is found. */
export function groupPath(direct: readonly string[], target: string) {
  return queryOptions({
    queryKey: [...peopleKeys.group(target), 'path', direct],
    queryFn: async ({ client }): Promise<readonly string[]> => {
      let ways = direct.map((name): readonly string[] => [name]);
      const seen = new Set(direct);
      for (let depth = 0; depth < deepest && ways.length > 0; depth += 1) {
        const arrived = ways.find((way) => way.at(-1) === target);
        if (arrived !== undefined) return arrived;
        const longer = await Promise.all(
          ways.map(async (way) => {
            const parents = await parentsOf(client, way.at(-1) ?? target);
            return parents.map((name): readonly string[] => [...way, name]);
          }),
        );
        ways = longer.flat().filter((way) => !seen.has(way.at(-1) ?? ''));
        for (const way of ways) seen.add(way.at(-1) ?? '');
      }
      return [target];
    },
    enabled: direct.length > 0 && !direct.includes(target),
    initialData: direct.includes(target) ? [target] : undefined,
    retry: false,
    staleTime: 60_000,
  });
}

/** All names whose rights these people and groups also have: their groups, nested ones, and `Everyone`. */
export function groupsOfMany(names: readonly string[]) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'groups of', names],
    queryFn: async ({ client }): Promise<ReadonlySet<string>> => {
      const all = await Promise.all(names.map((name) => groupsOf(client, name)));
      return new Set(['Everyone', ...all.flat()]);
    },
    staleTime: 60_000,
  });
}

async function groupsOf(client: QueryClient, name: string): Promise<readonly string[]> {
  try {
    const { extendedGroups } = await client.fetchQuery({ ...user(name), retry: false });
    return extendedGroups.map((one) => one.name);
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
  const found = new Set<string>();
  let next: readonly string[] = [name];
  for (let depth = 0; depth < deepest && next.length > 0; depth += 1) {
    const parents = await Promise.all(next.map((one) => parentsOf(client, one)));
    next = parents.flat().filter((one) => !found.has(one));
    for (const one of next) found.add(one);
  }
  return [...found];
}

async function parentsOf(client: QueryClient, name: string): Promise<readonly string[]> {
  const { parentGroups = [] } = await client.fetchQuery({ ...group(name), retry: false });
  return parentGroups.filter(isString);
}
