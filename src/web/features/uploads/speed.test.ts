import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSpeedMeter } from './speed.ts';

test('says nothing before it knows, then bytes per second, and falls when nothing leaves', () => {
  const meter = createSpeedMeter();
  assert.equal(meter.at(0), 0);
  for (let second = 0; second <= 4; second += 1) meter.add(1000, second * 1000);
  assert.equal(meter.at(1000), 0);
  assert.equal(meter.at(4000), 1000);
  assert.equal(meter.at(8000), 500);
  assert.equal(meter.at(20_000), 0);
});

test('forgets what is long ago', () => {
  const meter = createSpeedMeter();
  meter.add(1_000_000, 0);
  meter.add(1_000_000, 1000);
  for (let second = 60; second <= 64; second += 1) meter.add(1000, second * 1000);
  assert.equal(meter.at(64_000), 1000);
});
