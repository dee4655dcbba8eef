// A person or a group by login, as people know them: avatar and name. The login stands until the name is known.
import { useQuery } from '@tanstack/react-query';
import { type PersonSuggestion, suggestPeople } from '#web/api/people.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import css from './forms.module.css';

/** `user:ada` and `ada` are the same person. */
export function plainId(id: string): string {
  return id.replace(/^(user|group):/, '');
}

/**
 * By suggestion and not by address: one question answers for people and groups, and a stranger is no error. Undefined:
 * there is nobody of this name, or it is not known yet.
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
