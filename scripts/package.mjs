// npm pack (prepack): writes lib/, the server as JavaScript, since Node does not strip types below node_modules. Tests are
// left out.
//   --to FOLDER: writes there instead of lib/        --remove: deletes lib/ again (postpack)
// Invariant: files keep their relative paths, so that files found by path (workers, dist/) are still found.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { to, remove } = parseArgs({
  options: { to: { type: 'string', default: join(root, 'lib') }, remove: { type: 'boolean' } },
}).values;

const left = /(?:\.test|\.test-support|\.d)\.ts$|tsconfig\.json$|^server\/testing\/|\/testing\//;
/** The path of a module in any string: imports, workers, programs. */
const moduleName = /(['"])(\.{1,2}\/|#(?:server|wire|nxql)\/)([^'"\n]*)\.ts\1/g;

rmSync(to, { recursive: true, force: true });
for (const room of remove ? [] : ['server', 'wire', 'nxql']) {
  for (const name of readdirSync(join(root, 'src', room), { recursive: true, withFileTypes: true })) {
    const source = join(name.parentPath, name.name);
    const path = source.slice(join(root, 'src').length + 1).replaceAll('\\', '/');
    if (!name.isFile() || left.test(path)) continue;
    const target = join(to, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    if (/\.m?js$/.test(target)) writeFileSync(target, javaScript(readFileSync(source, 'utf8')));
    else cpSync(source, target);
  }
}

function javaScript(text) {
  return stripTypeScriptTypes(text).replace(
    moduleName,
    (_whole, quote, start, rest) => `${quote}${start.replace('#', '#lib/')}${rest}.js${quote}`,
  );
}
