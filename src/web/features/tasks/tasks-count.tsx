/** Tells the navigation how many tasks wait for the signed-in person. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { me } from '#web/api/me.ts';
import { tasks } from '#web/api/tasks.ts';
import { setNavCount } from '#web/frame/nav-counts.ts';

const everyMs = 60_000;

export function TasksCount() {
  const login = useQuery(me()).data?.id;
  const { data } = useQuery({
    ...tasks({ userId: login, pageSize: 1 }),
    enabled: login !== undefined,
    refetchInterval: everyMs,
  });
  const count = data?.resultsCount ?? 0;
  useEffect(() => setNavCount('tasks', { count, hot: true }), [count]);
  return null;
}
