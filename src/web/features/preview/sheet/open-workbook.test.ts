import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { numberText } from './number-format.ts';
import { openWorkbook } from './open-workbook.ts';
import type { Cell } from './workbook.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function open(parts: Readonly<Record<string, string>>) {
  const zipped = zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, bytesOf(text)])),
  );
  return openWorkbook(zipped.length, async (start, end) => zipped.slice(start, end));
}

function xlsx(sheetData: string, more: Readonly<Record<string, string>> = {}) {
  return open({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Rents" sheetId="1" r:id="r1"/><sheet name="Secret" sheetId="2" state="hidden" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="a/worksheet" Target="worksheets/one.xml"/><Relationship Id="r2" Type="a/worksheet" Target="/xl/worksheets/one.xml"/><Relationship Id="r3" Type="a/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="a/styles" Target="styles.xml"/></Relationships>',
    'xl/worksheets/one.xml': `<x:worksheet xmlns:x="m"><x:sheetData>${sheetData}</x:sheetData></x:worksheet>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>Quay</t></si><si><r><t>Ri</t></r><r><t>ch</t></r><rPh><t>kana</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="4"/></cellXfs></styleSheet>',
    ...more,
  });
}

const shown = (cell: Cell | undefined) =>
  typeof cell === 'object' && 'value' in cell ? numberText(cell.value, cell.format, 'en-GB') : cell;

test('what is no workbook, or has no sheet, is refused', async () => {
  await assert.rejects(openWorkbook(9, async () => bytesOf('no zip at all')));
  await assert.rejects(open({ 'other.txt': 'words' }));
  await assert.rejects(open({ 'xl/workbook.xml': '<workbook><sheets/></workbook>' }));
});

test('cells of Excel come at their places, as they are written', async () => {
  const { sheets } = await xlsx(
    '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>' +
      '<x:row r="3"><x:c r="A3" s="1"><x:v>45355</x:v></x:c><x:c s="2"><x:f>1+1</x:f><x:v>1234.5</x:v></x:c><x:c t="inlineStr"><x:is><x:t>&lt;b&gt;</x:t></x:is></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="s"><x:v>99</x:v></x:c></x:row>',
  );
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Rents'],
  );
  const content = await sheets[0]?.read();
  assert.deepEqual(
    content?.rows.map((row) => row.map(shown)),
    [['Quay', '', 'Rich'], [], ['4 Mar 2024', '1,234.50', '<b>', true, '…']],
  );
  assert.equal(content?.isCut, false);
});

test('a sheet without end is cut off and said to be', async () => {
  const far = await xlsx(
    '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c><x:c r="XFD1"><x:v>2</x:v></x:c></x:row><x:row r="1048576"><x:c><x:v>3</x:v></x:c></x:row>',
  );
  const content = await far.sheets[0]?.read();
  assert.deepEqual([content?.rows.length, content?.columns, content?.isCut], [1, 1, true]);
  const row = '<x:row><x:c><x:v>1</x:v></x:c></x:row>';
  const long = await xlsx(row.repeat(100_005));
  const cut = await long.sheets[0]?.read();
  assert.deepEqual([cut?.rows.length, cut?.isCut], [100_000, true]);
});

test('parts that are nested without end, and formats of any length, hold nothing up', async () => {
  const deep = await xlsx('<x:c>'.repeat(2_000_000));
  await assert.rejects(async () => deep.sheets[0]?.read(), /nested too deeply/);
  const code = '['.repeat(2_000_000);
  const long = await xlsx('<x:row><x:c s="0"><x:v>1</x:v></x:c></x:row>', {
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
  });
  const content = await long.sheets[0]?.read();
  assert.equal(shown(content?.rows[0]?.[0]), '1');
});

test('what could not be fetched is fetched again', async () => {
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="Rents" sheetId="1" r:id="r1"/></sheets></workbook>',
    // Far from the end of the file, which is read at once.
    'xl/sharedStrings.xml': `<sst><si><t>Quay</t></si><!--${'-x'.repeat(200_000)}--></sst>`,
    'xl/worksheets/one.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/><Relationship Id="r3" Type="a/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  };
  const zipped = zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, bytesOf(text)])),
    { level: 0 },
  );
  let isDown = false;
  const { sheets } = await openWorkbook(zipped.length, async (start, end) => {
    if (isDown) throw new Error('No connection');
    return zipped.slice(start, end);
  });
  isDown = true;
  await assert.rejects(async () => sheets[0]?.read(), /No connection/);
  isDown = false;
  assert.deepEqual((await sheets[0]?.read())?.rows, [['Quay']]);
});

test('cells of LibreOffice come as they are written, repeats of repeats within bounds', async () => {
  const cell = (text: string, more = '') =>
    `<t:table-cell ${more}><o:annotation><x:p>a note</x:p></o:annotation><x:p>${text}</x:p></t:table-cell>`;
  const bomb = `<t:table-row t:number-rows-repeated="1048576">${cell('x', 't:number-columns-repeated="16384"')}</t:table-row>`;
  const { sheets } = await open({
    'content.xml': `<o:document><t:table t:name="Rents"><t:table-row>${cell('Quay<x:s x:c="2"/>7')}<t:table-cell t:number-columns-repeated="2"/>${cell('12,5', 'o:value-type="float"')}</t:table-row><t:table-row t:number-rows-repeated="1048575"><t:table-cell t:number-columns-repeated="1024"/></t:table-row></t:table><t:table t:name="Bomb">${bomb}${bomb}</t:table></o:document>`,
  });
  const first = await sheets[0]?.read();
  assert.deepEqual(first?.rows, [['Quay  7', '', '', { shown: '12,5' }]]);
  assert.equal(first?.isCut, false);
  const second = await sheets[1]?.read();
  assert.equal(second?.isCut, true);
  assert.ok((second?.rows.length ?? 0) < 2001);
});
