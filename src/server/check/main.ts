/**
 * `muniment check`: checks a repository for contradictions, with the server's settings.
 * Invariant: exit status 0 means that nothing is left to repair.
 */
import { streamLog } from '#server/adapters/stream-log.ts';
import { checkAudit } from '#server/core/audit/seals.ts';
import { checkRepository } from '#server/core/consistency/check-repository.ts';
import { fail } from '#server/fail.ts';
import { visitRepository } from '#server/open-repository.ts';
import { OptionsError } from '#server/options-error.ts';
import { readServerOptions } from '#server/server-options.ts';

/** A digest from the server's log, which must exist among the seals of the audit trail. */
const sealFlag = '--expect-seal=';

async function main(): Promise<void> {
  const args = process.argv.slice(2).filter((arg) => arg !== 'check');
  const mends = args.includes('--mend');
  const expected = args.find((arg) => arg.startsWith(sealFlag))?.slice(sealFlag.length);
  const options = readServerOptions(
    args.filter((arg) => arg !== '--mend' && !arg.startsWith(sealFlag)),
    process.env,
  );
  const { repository, close } = await visitRepository(options, streamLog(process.stderr));
  let [looked, left] = [0, 0];
  try {
    for (const name of repository.repositoryNames) {
      for await (const finding of checkRepository(repository, name, mends)) {
        if (finding === 'looked') looked++;
        else {
          if (!finding.isMended) left++;
          const { kind, path, document, detail, isMended } = finding;
          process.stdout.write(`${kind}: ${path ?? document}: ${detail}${isMended ? ' (mended)' : ''}\n`);
        }
      }
    }
    for await (const words of checkAudit(repository, expected)) {
      left++;
      process.stdout.write(`audit: ${words}\n`);
    }
  } finally {
    await close();
  }
  process.stdout.write(`${looked} documents, ${left} contradictions left.\n`);
  if (left > 0) throw new OptionsError(mends ? 'Some cannot be mended.' : 'Mend them with --mend.');
}

main().catch(fail);
