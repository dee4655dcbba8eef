// npm run audit [-- --strict]: lists known vulnerabilities in the server's packages, and whether a newer version fixes
// them.
// It ends with 0 whatever it finds, and without an answer from the registry: a vulnerability published tonight does not
// make a commit wrong. With --strict, as before a release, it ends with 1 without an answer, or if a high or critical one
// has a fix.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const isStrict = parseArgs({ options: { strict: { type: 'boolean', default: false } } }).values.strict;
const timeoutMs = 30_000;

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--loglevel=silent'], {
  cwd: root,
  encoding: 'utf8',
  timeout: timeoutMs,
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const found = report(stdout);
if (found === undefined) {
  console.log('Not audited: the registry did not answer.');
  process.exit(isStrict ? 1 : 0);
}
for (const { name, severity, range, fixAvailable } of found)
  console.log(
    `${severity}: ${name} ${range}${fixAvailable ? ', fixed in a newer version' : ', not fixed in any version'}`,
  );
console.log(
  found.length === 0 ? 'No known vulnerabilities.' : `${found.length} packages have known vulnerabilities.`,
);
const urgent = found.filter(({ severity, fixAvailable }) => /high|critical/.test(severity) && fixAvailable);
process.exit(isStrict && urgent.length > 0 ? 1 : 0);

/** Undefined if the text is not a report. */
function report(text) {
  try {
    const { vulnerabilities } = JSON.parse(text);
    return vulnerabilities && Object.values(vulnerabilities);
  } catch {
    return undefined;
  }
}
