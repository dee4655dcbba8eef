// Reads the login or group name in an access entry or a workflow; servers send a name or the whole entity. Pure.
import { isJsonObject, isString, type Json } from '#wire/json.ts';

export function principalOf(written: Json): string {
  if (isString(written)) return written;
  if (!isJsonObject(written)) return '';
  const { id, groupname, name } = written;
  const found = [id, groupname, name].find(isString) ?? '';
  return written['entity-type'] === 'group' ? `group:${found}` : found;
}
