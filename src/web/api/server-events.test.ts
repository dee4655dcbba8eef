import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readEvents } from './server-events.ts';

function answer(...pieces: readonly (string | Uint8Array)[]): Response {
  const encoder = new TextEncoder();
  return new Response(
    new ReadableStream({
      start: (controller) => {
        for (const piece of pieces)
          controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
        controller.close();
      },
    }),
  );
}

async function all(response: Response): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}

it('passes by comments, what has no data and what is cut off', async () => {
  assert.deepEqual(await all(answer(':\n\n', 'event: open\n\n', 'event: changed\ndata: {"pla')), []);
  assert.deepEqual(await all(new Response(null)), []);
});

it('puts events together again wherever they were cut, within a letter too', async () => {
  const bytes = new TextEncoder().encode('event: changed\ndata: {"a":"é"}\n\ndata: 1\n\n');
  for (let cut = 1; cut < bytes.length; cut += 1)
    assert.deepEqual(await all(answer(bytes.slice(0, cut), bytes.slice(cut))), [
      { event: 'changed', data: { a: 'é' } },
      { event: 'message', data: 1 },
    ]);
});

it('says that data is no JSON by giving none', async () => {
  assert.deepEqual(await all(answer('event: changed\ndata: nonsense\n\n')), [
    { event: 'changed', data: undefined },
  ]);
});
