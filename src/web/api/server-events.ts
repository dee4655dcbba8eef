/** Reads server-sent events from an answer's body. Pure except for the reading. */

export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Ends with the body. `data` is undefined if it is not JSON; comments, which keep the connection open, are skipped. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent, void> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) return;
      const blocks = (text + decoder.decode(piece.value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const found = eventIn(block);
        if (found !== null) yield found;
      }
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function eventIn(block: string): ServerEvent | null {
  const lines = block.split('\n');
  const fieldOf = (name: string): readonly string[] =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  const data = fieldOf('data');
  if (data.length === 0) return null;
  return { event: fieldOf('event')[0] ?? 'message', data: parsed(data.join('\n')) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
