/**
 * Reads what an extension declares to add, as it comes from its frame. Pure.
 * Invariant: only valid values are taken over; a mistake is named, and disables the whole extension.
 */

import type { IconName, Rule, Words } from '#extension';
import { isJsonObject, isString } from '#wire/json.ts';
import { protocolVersion } from './protocol.ts';

interface Contribution {
  readonly key: string;
}
export interface ColumnContribution extends Contribution {
  readonly title: Words;
  readonly properties: readonly string[];
  readonly sortable: boolean;
  readonly width: number;
  readonly align: 'start' | 'end';
}
export interface ActionContribution extends Contribution {
  readonly label: Words;
  readonly icon: IconName;
  readonly applies: Rule;
  readonly permissions: readonly string[];
  readonly properties: readonly string[];
}
export interface PanelContribution extends Contribution {
  readonly title: Words;
  readonly applies: Rule;
  readonly properties: readonly string[];
}
export interface PreviewerContribution extends Contribution {
  readonly mediaTypes: readonly string[];
  readonly properties: readonly string[];
}
export interface PageContribution extends Contribution {
  readonly title: Words;
  readonly icon: IconName;
}

export interface Contributions {
  readonly name: Words;
  readonly columns: readonly ColumnContribution[];
  readonly actions: readonly ActionContribution[];
  readonly panels: readonly PanelContribution[];
  readonly previewers: readonly PreviewerContribution[];
  readonly pages: readonly PageContribution[];
}

export const iconNames = [
  'archive',
  'calendar',
  'chart',
  'check',
  'clock',
  'flag',
  'list',
  'map',
  'puzzle',
  'send',
  'star',
  'table',
] as const satisfies readonly IconName[];

/** A mistake in the declaration; `path` says where: `columns[0].title`. */
export class Mistake extends Error {
  readonly path: string;
  readonly expected: string;

  constructor(path: string, expected: string) {
    super(`${path}: ${expected}`);
    this.name = 'Mistake';
    this.path = path;
    this.expected = expected;
  }
}

export class WrongProtocol extends Error {
  readonly found: unknown;

  constructor(found: unknown) {
    super(`protocol ${String(found)}`);
    this.name = 'WrongProtocol';
    this.found = found;
  }
}

const keyShape = /^[A-Za-z0-9-]{1,40}$/;
const propertyShape = /^[\w-]+:[\w-]+$/;
/** The most contributions of each kind in one extension. */
const most = 20;

/** @throws Mistake, WrongProtocol */
export function readContributions(value: unknown): Contributions {
  if (!isJsonObject(value)) throw new Mistake('define', '{ protocol: 1, name: … }');
  if (value.protocol !== protocolVersion) throw new WrongProtocol(value.protocol);
  return {
    name: wordsAt('name', value.name),
    columns: listAt('columns', value.columns, (one, path) => ({
      title: wordsAt(`${path}.title`, one.title),
      properties: propertiesAt(`${path}.properties`, one.properties),
      sortable: flagAt(`${path}.sortable`, one.sortable),
      width: numberAt(`${path}.width`, one.width, 40, 600) ?? 120,
      align: one.align === 'end' ? 'end' : 'start',
    })),
    actions: listAt('actions', value.actions, (one, path) => ({
      label: wordsAt(`${path}.label`, one.label),
      icon: iconAt(`${path}.icon`, one.icon),
      applies: ruleAt(`${path}.applies`, one.applies),
      permissions: textsAt(`${path}.permissions`, one.permissions, /^[A-Za-z]{1,60}$/, '["Write"]') ?? [],
      properties: propertiesAt(`${path}.properties`, one.properties),
    })),
    panels: listAt('panels', value.panels, (one, path) => ({
      title: wordsAt(`${path}.title`, one.title),
      applies: ruleAt(`${path}.applies`, one.applies),
      properties: propertiesAt(`${path}.properties`, one.properties),
    })),
    previewers: listAt('previewers', value.previewers, (one, path) => ({
      mediaTypes:
        textsAt(`${path}.mediaTypes`, one.mediaTypes, /^[\w.+-]+\/[\w.+*-]+$/, '["text/csv"]') ?? [],
      properties: propertiesAt(`${path}.properties`, one.properties),
    })),
    pages: listAt('pages', value.pages, (one, path) => ({
      title: wordsAt(`${path}.title`, one.title),
      icon: iconAt(`${path}.icon`, one.icon),
    })),
  };
}

function listAt<T extends object>(
  path: string,
  value: unknown,
  read: (one: Readonly<Record<string, unknown>>, path: string) => T,
): readonly (T & Contribution)[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > most) throw new Mistake(path, `[…], ≤ ${most}`);
  const entries: readonly unknown[] = value;
  const keys = new Set<string>();
  return entries.map((one, index) => {
    const at = `${path}[${index}]`;
    if (!isJsonObject(one)) throw new Mistake(at, '{ key: … }');
    const { key } = one;
    if (!isString(key) || !keyShape.test(key)) throw new Mistake(`${at}.key`, 'A–Z a–z 0–9 -');
    if (keys.has(key)) throw new Mistake(`${at}.key`, `≠ ${key}`);
    keys.add(key);
    return { ...read(one, at), key };
  });
}

const mostWords = 120;

function wordsAt(path: string, value: unknown): Words {
  const fits = (text: unknown): text is string =>
    isString(text) && text.trim() !== '' && text.length <= mostWords;
  if (fits(value)) return value;
  if (isJsonObject(value)) {
    const pairs = Object.entries(value).filter((pair): pair is [string, string] => fits(pair[1]));
    if (pairs.length > 0) return Object.fromEntries(pairs);
  }
  throw new Mistake(path, '"…" / { en: "…" }');
}

function flagAt(path: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw new Mistake(path, 'true / false');
}

function numberAt(path: string, value: unknown, least: number, greatest: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= least && value <= greatest) return value;
  throw new Mistake(path, `${least}–${greatest}`);
}

function iconAt(path: string, value: unknown): IconName {
  if (value === undefined) return 'puzzle';
  const known = iconNames.find((name) => name === value);
  if (known === undefined) throw new Mistake(path, iconNames.join(', '));
  return known;
}

function textsAt(
  path: string,
  value: unknown,
  shape: RegExp,
  expected: string,
): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [null];
  return entries.map((text) => {
    if (isString(text) && shape.test(text)) return text;
    throw new Mistake(path, expected);
  });
}

function propertiesAt(path: string, value: unknown): readonly string[] {
  return textsAt(path, value, propertyShape, '["dc:created"]') ?? [];
}

function ruleAt(path: string, value: unknown): Rule {
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw new Mistake(path, '{ … }');
  const texts = (name: string) => textsAt(`${path}.${name}`, value[name], /./, '["…"]');
  return {
    most: numberAt(`${path}.most`, value.most, 1, 10_000),
    types: texts('types'),
    facets: texts('facets'),
    states: texts('states'),
    mediaTypes: texts('mediaTypes'),
  };
}

/** The text in this language, or else in English or any other. */
export function wordsIn(words: Words, language: string): string {
  if (typeof words === 'string') return words;
  return words[language] ?? words.en ?? Object.values(words)[0] ?? '';
}
