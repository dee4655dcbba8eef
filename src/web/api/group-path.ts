/** By which groups somebody is in a group that they are not in directly. */
import { queryOptions } from '@tanstack/react-query';
import { isString } from '#wire/json.ts';
import { peopleKeys } from './me.ts';
import { group } from './people.ts';

/** Deeper nestings of groups are not followed. */
const deepest = 8;

/** From a group that somebody is in directly, through those that it is in, to `target`; `target` alone where no way is known. */
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
            const { parentGroups = [] } = await client.fetchQuery(group(way.at(-1) ?? target));
            return parentGroups.filter(isString).map((name): readonly string[] => [...way, name]);
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
