// npm run audit [-- --strict]: what is known to be wrong with the packages of a server, and whether a newer one mends it.
// It reports and ends with 0, since what somebody publishes tonight makes no change of ours wrong; also without a registry
// that answers. With --strict, as before a release, what is high or critical and can be mended ends with 1.
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
  console.log('Not audited: the registry does not answer.');
  process.exit(isStrict ? 1 : 0);
}
for (const { name, severity, range, fixAvailable } of found)
  console.log(
    `${severity}: ${name} ${range}${fixAvailable ? ', mended by a newer one' : ', no newer one mends it'}`,
  );
console.log(
  found.length === 0 ? 'Nothing is known to be wrong.' : `${found.length} packages have known faults.`,
);
const urgent = found.filter(({ severity, fixAvailable }) => /high|critical/.test(severity) && fixAvailable);
process.exit(isStrict && urgent.length > 0 ? 1 : 0);

/** Undefined when the answer is none. */
function report(text) {
  try {
    const { vulnerabilities } = JSON.parse(text);
    return vulnerabilities && Object.values(vulnerabilities);
  } catch {
    return undefined;
  }
}
