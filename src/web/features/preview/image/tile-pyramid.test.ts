import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { openTilePyramid } from './tile-pyramid.ts';
import { sharpLevel, visibleTiles } from './visible-tiles.ts';

const pixels = { width: 1500, height: 900, channels: 3 as const, background: 'teal' };
const made = new Uint8Array(
  await sharp({ create: pixels })
    .jpeg()
    .tile({ size: 512, overlap: 0, layout: 'dz', depth: 'onetile', container: 'zip', basename: 'tiles' })
    .toBuffer(),
);

function open(bytes: Uint8Array) {
  const read: number[] = [];
  const pyramid = openTilePyramid(
    async (count) => bytes.slice(-count),
    async (start, end) => {
      read.push(end - start);
      return bytes.slice(start, end);
    },
  );
  return { pyramid, read };
}

test('what is no pyramid, or says the impossible, is refused', async () => {
  const changed = (change: (view: DataView) => void) => {
    const bytes = made.slice();
    change(new DataView(bytes.buffer));
    return bytes;
  };
  const last = made.length - 22;
  for (const bytes of [
    new Uint8Array(),
    new TextEncoder().encode('no archive, only words'),
    changed((view) => view.setUint32(last + 12, 0xffff_ffff, true)),
    changed((view) => view.setUint16(last + 10, 0xffff, true)),
    new TextEncoder().encode(new TextDecoder('latin1').decode(made).replace('TileSize', 'TileSiz!')),
  ])
    await assert.rejects(open(bytes).pyramid);
});

test('each tile is read by its range', async () => {
  const { pyramid, read } = open(made);
  const { width, height, levels, tile } = await pyramid;
  assert.deepEqual([width, height], [1500, 900]);
  assert.deepEqual(
    levels.map((level) => [level.width, level.height, level.columns, level.rows]),
    [
      [375, 225, 1, 1],
      [750, 450, 2, 1],
      [1500, 900, 3, 2],
    ],
  );
  for (const [level, column, row, size] of [
    [0, 0, 0, [375, 225]],
    [1, 1, 0, [750 - 512, 450]],
    [2, 2, 1, [1500 - 1024, 900 - 512]],
  ] as const) {
    const bytes = await (await tile(level, column, row)).arrayBuffer();
    const facts = await sharp(bytes).metadata();
    assert.deepEqual([facts.width, facts.height, facts.format], [...size, 'jpeg']);
  }
  assert.ok(Math.max(...read) < 20_000, read.join());
  await assert.rejects(tile(2, 3, 0));
});

test('tiles are those in sight, of the level that is sharp', async () => {
  const pyramid = await open(made).pyramid;
  assert.deepEqual(
    [0.1, 0.25, 0.26, 0.5, 1, 4].map((scale) => sharpLevel(pyramid, scale)),
    [0, 0, 1, 1, 2, 2],
  );
  const at = (x: number, y: number, width: number, height: number, level = 2) =>
    visibleTiles(pyramid, level, { x, y, width, height }).map(({ column, row }) => `${column} ${row}`);
  assert.deepEqual(at(0, 0, 512, 512), ['0 0']);
  assert.deepEqual(at(500, 500, 20, 20), ['0 0', '1 0', '0 1', '1 1']);
  assert.deepEqual(at(1400, 800, 9000, 9000), ['2 1']);
  assert.deepEqual(at(2000, 0, 10, 10), []);
  assert.deepEqual(at(0, 0, 0, 10), []);
  assert.deepEqual(at(1000, 0, 500, 900, 1), ['0 0', '1 0']);
  const [corner] = visibleTiles(pyramid, 2, { x: 1400, y: 800, width: 10, height: 10 });
  assert.deepEqual(corner?.box, { x: 1024, y: 512, width: 476, height: 388 });
});
