/**
 * Reads the extensions in config.json. Pure. Invariant: a mistake in one line disables only that extension, and is
 * reported.
 */
import { isJsonObject, isString } from '#wire/json.ts';
import { type Grant, readGrant } from './call-grants.ts';

export interface ConfiguredExtension {
  /** The name of its file, without folder and extension. */
  readonly id: string;
  /** Absolute address. */
  readonly file: string;
  readonly grants: readonly Grant[];
  /** Milliseconds it may take to answer. */
  readonly limitMs: number;
}

export interface LineProblem {
  /** `extensions[0].calls[1]` */
  readonly path: string;
  /** The value that is expected there, as it is written in the file. */
  readonly expected: string;
  /** The value that was found. */
  readonly found: string;
}

/** One line of the file. */
export interface ConfiguredLine {
  readonly id: string;
  readonly extension: ConfiguredExtension | null;
  readonly problems: readonly LineProblem[];
}

const known: readonly string[] = ['file', 'calls', 'seconds'];
const secondsAtRest = 10;

/** @param folder address of the app's folder, which has the extensions, too */
export function readConfigured(value: unknown, folder: URL): readonly ConfiguredLine[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    const expected = '[{ "file": "extensions/….js" }]';
    return [{ id: 'extensions', extension: null, problems: [problem('extensions', expected, value)] }];
  }
  const entries: readonly unknown[] = value;
  const ids = new Set<string>();
  return entries.map((line, index) => readLine(line, `extensions[${index}]`, folder, ids));
}

function problem(path: string, expected: string, found: unknown): LineProblem {
  return { path, expected, found: found === undefined ? '' : JSON.stringify(found) };
}

function readLine(line: unknown, path: string, folder: URL, ids: Set<string>): ConfiguredLine {
  const fileExpected = '"extensions/….js"';
  if (!isJsonObject(line)) {
    return { id: path, extension: null, problems: [problem(path, `{ "file": ${fileExpected} }`, line)] };
  }
  const problems: LineProblem[] = [];
  for (const name of Object.keys(line)) {
    if (!known.includes(name)) problems.push(problem(`${path}.${name}`, known.join(', '), line[name]));
  }
  const file = isString(line.file) ? URL.parse(line.file, folder) : null;
  const id = /([\w-]+)\.js$/.exec(file?.pathname ?? '')?.[1];
  const isOwn = file?.href.startsWith(folder.href) === true && file.search === '' && file.hash === '';
  if (id === undefined || !isOwn) problems.push(problem(`${path}.file`, fileExpected, line.file));
  else if (ids.has(id)) problems.push(problem(`${path}.file`, `≠ ${id}.js`, line.file));

  const calls = line.calls ?? [];
  const callsExpected = '["GET /id/*"]';
  const written: readonly unknown[] = Array.isArray(calls) ? calls : [];
  if (!Array.isArray(calls)) problems.push(problem(`${path}.calls`, callsExpected, calls));
  const grants = written.flatMap((call, index): readonly Grant[] => {
    const grant = isString(call) ? readGrant(call) : null;
    if (grant !== null) return [grant];
    problems.push(problem(`${path}.calls[${index}]`, callsExpected, call));
    return [];
  });

  const { seconds = secondsAtRest } = line;
  const inTime = typeof seconds === 'number' && seconds >= 1 && seconds <= 120;
  if (!inTime) problems.push(problem(`${path}.seconds`, '1–120', seconds));

  if (problems.length > 0 || id === undefined || file === null || !inTime)
    return { id: id ?? path, extension: null, problems };
  ids.add(id);
  return { id, extension: { id, file: file.href, grants, limitMs: seconds * 1000 }, problems };
}
