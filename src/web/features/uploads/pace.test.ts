import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPaceMeter } from './pace.ts';

const nothingLeft = { left: 0, filesLeft: 0 };

test('says nothing before it knows, then bytes per second, and falls when nothing leaves', () => {
  const meter = createPaceMeter();
  assert.equal(meter.at(0, nothingLeft).speed, 0);
  for (let second = 0; second <= 4; second += 1) meter.moved(1000, second * 1000);
  assert.equal(meter.at(1000, nothingLeft).speed, 0);
  assert.equal(meter.at(4000, nothingLeft).speed, 1000);
  assert.equal(meter.at(8000, nothingLeft).speed, 500);
  assert.equal(meter.at(40_000, nothingLeft).speed, 0);
});

test('forgets what is long ago', () => {
  const meter = createPaceMeter();
  meter.moved(1_000_000, 0);
  meter.moved(1_000_000, 1000);
  for (let second = 60; second <= 64; second += 1) meter.moved(1000, second * 1000);
  assert.equal(meter.at(64_000, nothingLeft).speed, 1000);
});

test('tells the time that is left by bytes for large files and by number for small ones', () => {
  const large = createPaceMeter();
  for (let second = 0; second <= 10; second += 1) large.moved(10_000_000, second * 1000);
  assert.equal(large.at(10_000, { left: 1_000_000_000, filesLeft: 0 }).secondsLeft, 100);
  const small = createPaceMeter();
  for (let second = 0; second <= 10; second += 1) {
    small.moved(1, second * 1000);
    small.filed(second * 1000);
  }
  assert.equal(Math.round(small.at(10_000, { left: 60, filesLeft: 60 }).secondsLeft), 60);
});

test('does not take the requests of a file for a megabyte on a slow line', () => {
  const meter = createPaceMeter();
  for (let second = 0; second <= 5; second += 1) meter.moved(50_000, second * 1000);
  assert.equal(meter.at(5_000, { left: 500_000, filesLeft: 20 }).secondsLeft, 20);
  const stuck = createPaceMeter();
  stuck.moved(50_000, 0);
  assert.deepEqual(stuck.at(5_000, { left: 500_000, filesLeft: 20 }), { speed: 0, secondsLeft: 0 });
});
