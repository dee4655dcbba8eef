import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatsOf } from './other-formats.ts';

const names = (mediaType: string | null, renditions: readonly string[]) =>
  formatsOf(mediaType, renditions).map(({ id }) => id);

it('offers what the server lists, without the pictures that the app shows anyway', () => {
  assert.deepEqual(names(null, ['thumbnail', 'xmlExport', 'zipExport']), ['xmlExport', 'zipExport']);
});

it('offers the conversions that make sense for the kind, and never the format it has', () => {
  const pdf = names('application/pdf', ['thumbnail', 'pdf', 'xmlExport']);
  assert.deepEqual(pdf, ['text/plain', 'text/html', 'xmlExport']);
  assert.ok(names('video/mp4', []).includes('video/webm'));
  assert.ok(!names('video/mp4', []).includes('video/mp4'));
  assert.deepEqual(names('application/zip', []), []);
  assert.deepEqual(names('audio/mpeg', []), []);
});

it('has one PDF, whatever the server calls it', () => {
  assert.deepEqual(names('image/png', ['imageToPDF', 'Small', 'OriginalJpeg']), [
    'imageToPDF',
    'Small',
    'OriginalJpeg',
    'image/webp',
  ]);
});

it('keeps an unknown rendition by its own name', () => {
  assert.deepEqual(names(null, ['stampedPdf']), ['stampedPdf']);
});
