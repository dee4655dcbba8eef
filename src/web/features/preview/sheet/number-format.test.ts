import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFormatOf, numberText } from './number-format.ts';

test('numbers are written by their formats', () => {
  const cases: readonly [value: number, id: number, code: string | undefined, text: string][] = [
    [1234.5678, 0, undefined, '1234.5678'],
    [0.1 + 0.2, 0, undefined, '0.3'],
    [1234.5678, 4, undefined, '1,234.57'],
    [0.125, 10, undefined, '12.50%'],
    [45355, 14, undefined, '4 Mar 2024'],
    [0.75, 20, undefined, '18:00'],
    [45355.75, 170, 'dd.mm.yyyy hh:mm', '4 Mar 2024, 18:00'],
    [7, 171, '"day" 0.0', '7.0'],
    [7.26, 172, '[Red]#,##0.0;(0)', '7.3'],
    [1e300, 14, undefined, '1'.padEnd(301, '0')],
  ];
  for (const [value, id, code, text] of cases)
    assert.equal(numberText(value, numberFormatOf(id, code), 'en-GB'), text, `${value} by ${code ?? id}`);
  assert.equal(numberText(43893, numberFormatOf(14, undefined, true), 'en-GB'), '4 Mar 2024');
});
