/** Who can grant rights on a document: the people who may change them there, by its access entries. */
import { useQuery } from '@tanstack/react-query';
import { documentAccess, isBlock } from '#web/api/access.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { personOf } from './person-of.ts';

const givesRights: readonly string[] = ['Everything', 'WriteSecurity'];
/** The largest number of names to return. */
const most = 3;

/** Their names, people before groups; empty until known, or if the entries may not be read. */
export function useRightGivers(uid: string, wanted: boolean): readonly string[] {
  const { data } = useQuery({ ...documentAccess(uid), enabled: wanted });
  const entries = (data?.acls ?? []).flatMap(({ aces }) => aces);
  const names = entries
    .filter((ace) => ace.granted && ace.status === 'effective' && givesRights.includes(ace.permission))
    .filter((ace) => !isBlock(ace))
    .map(({ username }) => nameOf(username));
  return [...new Set(names)].filter((name) => name !== '').slice(0, most);
}

function nameOf(principal: unknown): string {
  const person = personOf(principal);
  if (person !== null) return person.name;
  if (!isJsonObject(principal)) return '';
  const { grouplabel, groupname, id } = principal;
  return [grouplabel, groupname, id].find((one) => isString(one) && one !== '')?.toString() ?? '';
}
