// Groups test files into processes: for most files, starting a process, loading and compiling the server takes more time
// than their tests. Each file becomes a test that waits for its own tests, and closes what it has opened.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Long ones, started first, so that little is left when they end. */
const long = [
  'src/server/testing/query-fuzz.test.ts',
  'src/server/testing/cases/cases.test.ts',
  'src/server/core/access/access-trees.test.ts',
  'src/server/copy/backups.test.ts',
  'src/server/adapters/sql/nxql/first-rows.test.ts',
  'src/server/adapters/sql/nxql/list-memory.test.ts',
  'src/server/testing/races/race-matrix.test.ts',
  'src/server/copy/copy.test.ts',
  'src/server/adapters/ldap/ldap-directory.test.ts',
];

/** These modules open one server for all files that import them, and close it with the first of them. */
const opensOnce = /\/(mailing-server|secret)\.test-support\.ts'/;

const lean = JSON.stringify(new URL('lean-test-hooks.mjs', import.meta.url).href);

/** Writes the groups into the folder, named so that node:test, which sorts them, runs them in order. */
export function writeTestGroups(root, files, folder) {
  const groups = new Map(long.map((file) => [file, []]));
  for (const file of files.map((one) => one.split(sep).join(posix.sep)).toSorted()) {
    const isAlone = groups.has(file) || opensOnce.test(readFileSync(join(root, file), 'utf8'));
    const group = isAlone ? file : roomOf(file);
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([group, members], index) => {
      const number = String(index).padStart(3, '0');
      const path = join(folder, `${number}-${group.replaceAll(/\W+/g, '-')}.test.mjs`);
      writeFileSync(path, moduleOf(root, members));
      return path;
    });
}

/** For example `src/web/api`, `src/server/core`, `src/server`. */
function roomOf(file) {
  const [source, half, room, ...rest] = file.split('/');
  return rest.length === 0 || half === 'web' ? join(source, half) : join(source, half, room);
}

function moduleOf(root, files) {
  const address = (file) => JSON.stringify(pathToFileURL(join(root, file)).href);
  if (files.length === 1) return `import ${lean};\nawait import(${address(files[0])});\n`;
  const tests = files.map((file) => `test(${JSON.stringify(file)}, () => import(${address(file)}));\n`);
  return `import { test } from 'node:test';\n${tests.join('')}`;
}
