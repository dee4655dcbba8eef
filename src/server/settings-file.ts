/**
 * Reads the settings file: YAML (or JSON) with the names of the flags.
 * Invariant: every error names the file and the line.
 */
import { readFileSync } from 'node:fs';
import type { Pair } from 'yaml';
import { yaml } from './yaml.ts';

export interface FileSetting {
  readonly text: string;
  /** The place of the setting: `muniment.yaml:3`. */
  readonly at: string;
}

export class SettingsFileError extends Error {}

export interface SettingKind {
  /** A switch: yes or no. */
  readonly isSwitch: boolean;
  readonly isList: boolean;
}

/** @param known the names of all settings */
export function readSettingsFile(
  path: string,
  known: ReadonlyMap<string, SettingKind>,
): ReadonlyMap<string, FileSetting> {
  const text = readText(path);
  const { isMap, isScalar, LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => `${path}:${lines.linePos(offset).line}`;
  const [error] = document.errors;
  if (error) throw new SettingsFileError(`${at(error.pos[0])}: ${error.message}`);
  const found = new Map<string, FileSetting>();
  if (document.contents === null) return found;
  if (!isMap(document.contents))
    throw new SettingsFileError(`${at(document.contents.range?.[0] ?? 0)}: settings look like name: value`);
  for (const { key, value } of document.contents.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const line = at(offsetOf(key));
    const kind = known.get(name);
    if (kind === undefined) throw new SettingsFileError(`${line}: there is no setting '${name}'`);
    found.set(name, { text: textOf(value, kind, `${line}: ${name}`), at: line });
  }
  return found;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingsFileError(
      `The settings file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function offsetOf(key: Pair['key']): number {
  return yaml().isScalar(key) ? (key.range?.[0] ?? 0) : 0;
}

/** Switches are yes or no; others are a text or a number, or a list of those. */
function textOf(value: Pair['value'], { isSwitch, isList }: SettingKind, called: string): string {
  const { isScalar, isSeq } = yaml();
  const plain = isScalar(value) ? value.value : undefined;
  if (isSwitch) {
    if (typeof plain === 'boolean') return String(plain);
    throw new SettingsFileError(`${called} must be true or false`);
  }
  const part = { isSwitch: false, isList: false };
  if (isSeq(value) && isList) return value.items.map((item) => textOf(item, part, called)).join(',');
  if (typeof plain === 'string' || typeof plain === 'number') return String(plain);
  throw new SettingsFileError(`${called} must be a text or a number${isList ? ', or a list of them' : ''}`);
}
