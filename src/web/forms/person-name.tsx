// Shows a person or a group by avatar and name, given the login. The login is shown until the name is known.
import { useQuery } from '@tanstack/react-query';
import { type PersonSuggestion, suggestPeople } from '#web/api/people.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import css from './forms.module.css';

/** `user:ada` and `ada` are the same person. */
export function plainId(id: string): string {
  return id.replace(/^(user|group):/, '');
}

/**
 * Asks for suggestions and not for the person's address: one request finds people and groups, and an unknown login is no error.
 * Undefined if nobody has this login, or until it is known.
 */
export function useKnownPerson(id: string): PersonSuggestion | undefined {
  const plain = plainId(id);
  const { data = [] } = useQuery({ ...suggestPeople({ term: plain, limit: 50 }), enabled: plain !== '' });
  return data.find((person) => person.id === plain);
}

export function usePerson(id: string): PersonSuggestion {
  const plain = plainId(id);
  const known = useKnownPerson(id);
  const kind = id.startsWith('group:') ? 'group' : 'user';
  return known ?? { id: plain, kind, prefixedId: `${kind}:${plain}`, label: plain };
}

export function PersonName({ id, avatar = true }: { readonly id: string; readonly avatar?: boolean }) {
  const person = usePerson(id);
  return (
    <span className={css.person}>
      {avatar ? (
        <Avatar login={person.id} name={person.label} size={20} group={person.kind === 'group'} />
      ) : null}
      <bdi>{person.label}</bdi>
    </span>
  );
}
