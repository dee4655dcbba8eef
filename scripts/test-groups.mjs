// Test files that share a process: of starting one, and of loading and compiling the server in it, most files take more
// time than of their tests. Each file is a test that waits for its own, and closes what it has opened.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Long ones, which are started first: what is left when they end is short. */
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

/** These open a server for all that import them, which closes with the first of them. */
const opensOnce = /\/(mailing-server|secret)\.test-support\.ts'/;

const lean = JSON.stringify(new URL('lean-test-hooks.mjs', import.meta.url).href);

/** Written into the folder, in the order in which they are to run: node:test sorts them by name. */
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

/** `src/web/api`, `src/server/core`, `src/server`. */
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
