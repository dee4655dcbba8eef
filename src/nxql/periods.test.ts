import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPeriod, parsePeriod } from './periods.ts';

const TABLE: readonly (readonly [string, string, string])[] = [
  ['2024-05-10T12:00:00Z', '-P1D', '2024-05-09T12:00:00.000Z'],
  ['2024-05-10T12:00:00Z', 'P1M2DT3H', '2024-06-12T15:00:00.000Z'],
  ['2024-05-10T12:00:00Z', '-PT1H30M', '2024-05-10T10:30:00.000Z'],
  ['2024-05-10T12:00:00Z', 'P-1M', '2024-04-10T12:00:00.000Z'],
  ['2024-05-10T12:00:00Z', '-P-2W', '2024-05-24T12:00:00.000Z'],
  ['2024-05-10T12:00:00Z', 'PT0.25S', '2024-05-10T12:00:00.250Z'],
  ['2024-01-31T00:00:00Z', 'P1M', '2024-02-29T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '-P1Y', '2023-02-28T00:00:00.000Z'],
  ['2024-01-31T00:00:00Z', '-P999999999Y', '0000-01-01T00:00:00.000Z'],
  ['2024-01-31T00:00:00Z', 'P999999999Y', '9999-12-31T23:59:59.999Z'],
];

for (const [from, text, expected] of TABLE) {
  test(`${from} moved by ${text}`, () => {
    const period = parsePeriod(text);
    assert.ok(period);
    assert.equal(addPeriod(new Date(from), period).toISOString(), expected);
  });
}

for (const text of ['', 'P', 'PT', 'P1', '1D', 'P1DT', 'P1H', 'P1D2M', 'yesterday', 'P 1D', 'P9999999999D']) {
  test(`${JSON.stringify(text)} is no period`, () => assert.equal(parsePeriod(text), undefined));
}
