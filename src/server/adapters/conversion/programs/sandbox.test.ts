/** Files that refer to other files of this machine: no conversion shows the content of those. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Conversion } from '#server/core/kernel/ports.ts';
import { bytesOf, odt, picture, source, testConversion, textOf } from '../test-files.ts';
import { findSandbox } from './sandbox.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-secret-'));
after(() => rm(folder, { recursive: true }));
const secretPicture = join(folder, 'secret.png');
const secretText = join(folder, 'secret.txt');
const secret = 'Wolpertinger';
await writeFile(secretPicture, await picture('png'));
await writeFile(secretText, secret);

// A relative path, as with `--data ./data`.
const workDirectory = relative(process.cwd(), join(folder, 'conversion'));
const conversion = await testConversion({ workDirectory, environment: { PATH: process.env.PATH } });
const canRun = (name: string): boolean =>
  conversion.list().some((one) => one.name === name && one.unavailable === undefined);

const rtf = (field: string) => `{\\rtf1 before {\\field{\\*\\fldinst ${field}}{\\fldrslt x}} after}`;
type HostileFile = readonly [name: string, mimeType: string, content: string | Buffer];

const hostile: readonly HostileFile[] = [
  ['RTF, a picture by its path', 'application/rtf', rtf(`INCLUDEPICTURE "${secretPicture}" \\\\d`)],
  ['RTF, a picture by its address', 'application/rtf', rtf(`INCLUDEPICTURE "file://${secretPicture}" \\\\d`)],
  [
    'RTF, a picture by way of a process',
    'application/rtf',
    rtf(`INCLUDEPICTURE "/proc/self/root${secretPicture}"`),
  ],
  ['RTF, a text', 'application/rtf', rtf(`INCLUDETEXT "${secretText}"`)],
  ['RTF under the name of Word', 'application/msword', rtf(`INCLUDEPICTURE "${secretPicture}"`)],
  [
    'OpenDocument, a picture',
    'application/vnd.oasis.opendocument.text',
    await odt(
      `<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="file://${secretPicture}"/></draw:frame></text:p>`,
    ),
  ],
  [
    'OpenDocument, a section',
    'application/vnd.oasis.opendocument.text',
    await odt(
      `<text:section text:name="s"><text:section-source xlink:href="file://${secretText}"/></text:section>`,
    ),
  ],
];

async function converted(by: Conversion, [name, mimeType, content]: HostileFile): Promise<string> {
  const made = await by.convert('office2pdf', source(content, mimeType, name), {}).catch((error: unknown) => {
    assert.match(String(error), /damaged|does not take/);
    return undefined;
  });
  if (made === undefined) return '';
  const pdf = await bytesOf(made);
  const words = await textOf(await by.convert('pdf2text', source(pdf, 'application/pdf'), {}));
  return `${pdf.toString('latin1')}\n${words}`;
}

describe('a program', () => {
  test('is used where it sees nothing but its file', async () => {
    const sandbox = await findSandbox(6 * 2 ** 30, [], false);
    assert.equal(sandbox?.name, 'bubblewrap');
  });
  if (!canRun('office2pdf')) {
    test('LibreOffice is not here', (context) => context.diagnostic('wanted LibreOffice and bubblewrap'));
    return;
  }
  for (const file of hostile) {
    test(`shows nothing of other files: ${file[0]}`, async () => {
      const shown = await converted(conversion, file);
      assert.doesNotMatch(shown, /\/Subtype\s*\/Image/);
      assert.ok(!shown.includes(secret));
    });
  }
});
