/**
 * Reads the facts about files that are not in their bytes: a JSON object by relative path, or a CSV table with a column
 * `path`. Columns and members: `type`, `digest` (MD5), `rights`, and any property by its name (`dc:description`).
 */
import { readFile } from 'node:fs/promises';
import papaparse from 'papaparse';
import { OptionsError } from '#server/options-error.ts';
import { isJsonObject, isString, type Json, type JsonObject } from '#wire/json.ts';

export interface Right {
  readonly username: string;
  readonly permission: string;
  readonly granted: boolean;
  /** Dates; null for no limit. */
  readonly begin: string | null;
  readonly end: string | null;
}

export interface Facts {
  readonly type: string | undefined;
  readonly digest: string | undefined;
  readonly rights: readonly Right[];
  readonly properties: JsonObject;
}

export async function readSideFile(file: string): Promise<ReadonlyMap<string, Facts>> {
  const text = await readFile(file, 'utf8');
  const rows = file.toLowerCase().endsWith('.csv') ? csvRows(file, text) : jsonRows(file, text);
  return new Map(rows.map(([path, row]) => [relative(path), factsOf(file, path, row)]));
}

function csvRows(file: string, text: string): readonly (readonly [string, JsonObject])[] {
  const { data, errors } = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  });
  const [first] = errors;
  if (first !== undefined) throw new OptionsError(`${file}, row ${(first.row ?? 0) + 2}: ${first.message}`);
  return data.map(({ path = '', rights = '', ...cells }) => {
    const row: Record<string, Json> = { rights: rights.split(/\s*;\s*/).filter(Boolean) };
    for (const [name, cell] of Object.entries(cells)) if (cell !== '') row[name] = cellValue(cell);
    return [path, row];
  });
}

/** Lists and complex values are written as JSON in their cell. */
function cellValue(cell: string): Json {
  if (!/^[[{]/.test(cell)) return cell;
  try {
    const value: Json = JSON.parse(cell);
    return value;
  } catch {
    return cell;
  }
}

function jsonRows(file: string, text: string): readonly (readonly [string, JsonObject])[] {
  try {
    const all: Json = JSON.parse(text);
    if (!isJsonObject(all)) throw new Error('an object by relative path is wanted');
    return Object.entries(all).map(([path, row]) => [path, isJsonObject(row) ? row : {}]);
  } catch (error) {
    throw new OptionsError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function factsOf(file: string, path: string, { type, digest, rights, ...properties }: JsonObject): Facts {
  return {
    type: isString(type) ? type : undefined,
    digest: isString(digest) ? digest.toLowerCase() : undefined,
    rights: Array.isArray(rights) ? rights.map((right) => rightOf(file, path, right)) : [],
    properties,
  };
}

/** `members:Read`, `-guests:Read` for a denial, or an object, which may have `begin` and `end`. */
function rightOf(file: string, path: string, right: Json): Right {
  if (isString(right)) {
    const match = /^(-?)(.+):(\w+)$/.exec(right);
    if (match?.[2] !== undefined && match[3] !== undefined)
      return { username: match[2], permission: match[3], granted: match[1] === '', begin: null, end: null };
  } else if (isJsonObject(right) && isString(right.username) && isString(right.permission)) {
    return {
      username: right.username,
      permission: right.permission,
      granted: right.granted !== false,
      begin: dateIn(file, path, right.begin),
      end: dateIn(file, path, right.end),
    };
  }
  throw new OptionsError(`${file}: ${path} has a right that is not like "members:Read"`);
}

function dateIn(file: string, path: string, date: Json | undefined): string | null {
  if (date === undefined || date === null) return null;
  const time = isString(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time)) throw new OptionsError(`${file}: ${path} has a right with an unreadable date`);
  return new Date(time).toISOString();
}

function relative(path: string): string {
  return path.normalize('NFC').replace(/^\.?\//, '');
}
