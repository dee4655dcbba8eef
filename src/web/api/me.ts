/** The signed-in person, and how any person is called: as much of people as every page needs. */
import { queryOptions } from '@tanstack/react-query';
import { isString } from '#wire/json.ts';
import type { UserEntity } from '#wire/people.ts';
import { isUser } from './entities.ts';
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

/** "First Last", or the login where no name is known. */
export function userLabel({ id, properties: { firstName, lastName } }: UserEntity): string {
  return [firstName, lastName].filter((part) => isString(part) && part !== '').join(' ') || id;
}
