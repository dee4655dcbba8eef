// npm run sbom [-- --to FOLDER]: the components of server and manager as CycloneDX: server.cdx.json, manager.cdx.json. npm
// writes the list from package-lock.json, without network access. The manager's list is that of all packages, reduced to
// those that its sources import and their dependencies.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { to } = parseArgs({ options: { to: { type: 'string', default: join(root, 'sbom') } } }).values;

mkdirSync(to, { recursive: true });
write('server', listOf(['--omit=dev']));
write('manager', onlyWhat(importedBy(['src/web', 'src/nxql', 'src/wire']), listOf([])));

function listOf(flags) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error', ...flags];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const list = JSON.parse(stdout);
  // npm uses the folder's name.
  list.metadata.component.name = 'muniment';
  return list;
}

/** Names of the packages that sources use: static and dynamic imports, and styles and fonts by path. */
function importedBy(folders) {
  const names = new Set();
  for (const folder of folders) {
    for (const file of readdirSync(join(root, folder), { recursive: true })) {
      if (!/\.(tsx?|css)$/.test(file) || /\.(test|test-support)\./.test(file)) continue;
      const text = readFileSync(join(root, folder, file), 'utf8');
      for (const [, name] of text.matchAll(
        /(?:from|import|import\(|url\()\s*['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)/g,
      ))
        names.add(name);
    }
  }
  return names;
}

function onlyWhat(names, list) {
  const needs = new Map(list.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const wanted = new Set();
  const want = (ref) => {
    if (wanted.has(ref)) return;
    wanted.add(ref);
    for (const other of needs.get(ref) ?? []) want(other);
  };
  const own = list.metadata.component['bom-ref'];
  const direct = (needs.get(own) ?? []).filter((ref) => names.has(ref.slice(0, ref.lastIndexOf('@'))));
  for (const ref of direct) want(ref);
  return {
    ...list,
    components: list.components.filter((component) => wanted.has(component['bom-ref'])),
    dependencies: list.dependencies
      .filter(({ ref }) => ref === own || wanted.has(ref))
      .map((entry) => (entry.ref === own ? { ...entry, dependsOn: direct } : entry)),
  };
}

function write(name, list) {
  const path = join(to, `${name}.cdx.json`);
  writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`);
  console.log(`${path}: ${list.components.length} packages`);
}
