/**
 * Event rules from configuration: an event runs an operation, as a person whom the rule names.
 *
 *   rules:
 *     Stamp contracts:
 *       on: [documentCreated]
 *       types: [Contract]                      # any when left out
 *       path: /default-domain/workspaces       # there and below; everywhere when left out
 *       as: registrar
 *       run: Scripting.Stamp
 *       params: { word: Received }
 */
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { asString, type Reader } from './reader.ts';

export interface EventRule {
  readonly name: string;
  /** Ids of audited events. */
  readonly events: readonly string[];
  /** Undefined: any. */
  readonly types: readonly string[] | undefined;
  /** Only events of documents there and below; everywhere when absent. */
  readonly path: string | undefined;
  /** The operation runs with this person's rights. */
  readonly username: string;
  readonly operation: string;
  readonly params: JsonObject;
}

const mostRules = 100;

export function readRules(section: Reader): readonly EventRule[] {
  const rules = section.entries((name, value) => {
    const fields = value.fields(['on', 'types', 'path', 'as', 'run', 'params']);
    const events = fields.required('on').list(readEvent);
    if (events.length === 0) fields.required('on').fail('must name an event');
    return {
      name,
      events,
      types: fields.optional('types')?.list(asString),
      path: fields.optional('path') ? readPath(fields.required('path')) : undefined,
      username: fields.required('as').string(),
      operation: fields.required('run').string(),
      params: fields.optional('params') ? readParams(fields.required('params')) : {},
    };
  });
  return rules.length > mostRules ? section.fail(`may hold ${mostRules} rules`) : rules;
}

function readEvent(value: Reader): string {
  return /^\w{1,80}$/.test(value.string()) ? value.string() : value.fail('must be the id of an event');
}

function readPath(value: Reader): string {
  const path = value.string();
  return path.startsWith('/') ? path.replace(/\/+$/, '') : value.fail('must begin with /');
}

function readParams(value: Reader): JsonObject {
  const params = value.json();
  return isJsonObject(params) ? params : value.fail('must be a map');
}
