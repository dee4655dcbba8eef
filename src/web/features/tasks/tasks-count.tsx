/** The number of tasks for the signed-in person, beside their link in the navigation. */
import { useQuery } from '@tanstack/react-query';
import { me } from '#web/api/me.ts';
import { tasks } from '#web/api/tasks.ts';
import type { PlaceCountProps } from '#web/frame/place-counts.ts';

const everyMs = 60_000;

export function TasksCount({ children }: PlaceCountProps) {
  const login = useQuery(me()).data?.id;
  const { data } = useQuery({
    ...tasks({ userId: login, pageSize: 1 }),
    enabled: login !== undefined,
    refetchInterval: everyMs,
  });
  const count = data?.resultsCount ?? 0;
  return count === 0 ? null : children(count);
}
