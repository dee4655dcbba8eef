import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { mimeTypes } from '../mime/kinds.ts';
import { zip } from '../test-files.ts';
import { refuseFarCells } from './sheet-reach.ts';
import { ZipPackage } from './zip-package.ts';

test('cells that lie too far apart are refused, whatever the sheet says of its size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-sheets-'));
  after(() => rm(folder, { recursive: true }));
  const far = '<c r="XFD1048576"><v>1</v></c>';
  const near = '<c r="ALL1000"><v>1</v></c>';
  const sheets = [far, near].map((cell) => ({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1"/><sheetData><row><c r="A1"><v>1</v></c>${cell}</row></sheetData></worksheet>`,
  }));
  const cell = (count: number) =>
    `<table:table-cell table:number-columns-repeated="${count}"/><table:table-cell><text:p>x</text:p></table:table-cell>`;
  const table = (rows: number, columns: number) => ({
    mimetype: mimeTypes.ods,
    'content.xml': `<office:spreadsheet><table:table><table:table-row table:number-rows-repeated="${rows}"><table:table-cell/></table:table-row><table:table-row>${cell(columns)}</table:table-row></table:table></office:spreadsheet>`,
  });
  const check = async (parts: Readonly<Record<string, string>>) => {
    const path = join(folder, 'sheet.zip');
    await writeFile(path, await zip(parts));
    await ZipPackage.use(path, refuseFarCells);
  };
  for (const parts of [sheets[0], table(1_048_000, 16_000)])
    await assert.rejects(check(parts ?? {}), { message: /too far apart/ });
  for (const parts of [sheets[1], table(5_000, 500)]) await check(parts ?? {});
});
