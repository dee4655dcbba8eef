/** The signed-in person. */
import { queryOptions } from '@tanstack/react-query';
import { isUser } from './guards.ts';
import { rememberedAnswer } from './last-seen.ts';
import { api } from './start.ts';

export const peopleKeys = {
  all: ['people'] as const,
  me: ['people', 'me'] as const,
  user: (id: string) => ['people', 'users', id] as const,
  group: (id: string) => ['people', 'groups', id] as const,
};

export function me() {
  return queryOptions({
    queryKey: peopleKeys.me,
    ...rememberedAnswer(peopleKeys.me, isUser),
    queryFn: ({ signal }) => api().entity('/me', isUser, { enrichers: { user: ['userprofile'] }, signal }),
    staleTime: 300_000,
  });
}
