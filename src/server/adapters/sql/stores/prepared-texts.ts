/**
 * Serializes long texts for a JSON column in pieces, ahead of the statements that store them, once for all statements of a
 * unit.
 * Invariant: prepared or not, equal properties give equal JSON.
 */
import type { Properties } from '#server/core/kernel/model.ts';
import { piecesOf } from '#server/core/kernel/text-pieces.ts';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import { isString } from '#wire/json.ts';
import { writeJson } from './json-columns.ts';

/** In characters: serialized in a millisecond or two. */
const piece = 128 * 1024;

export class PreparedTexts {
  readonly #written = new Map<string, string>();

  async prepare(all: readonly Properties[]): Promise<void> {
    for (const properties of all)
      for (const text of Object.values(properties))
        if (isString(text) && text.length > piece && !this.#written.has(text))
          this.#written.set(text, await writtenInPieces(text));
  }

  write(properties: Properties): string {
    if (this.#written.size === 0) return writeJson(properties);
    const members = Object.entries(properties).map(([name, value]) => {
      const written = isString(value) ? this.#written.get(value) : undefined;
      return `${writeJson(name)}:${written ?? writeJson(value)}`;
    });
    return `{${members.join(',')}}`;
  }
}

async function writtenInPieces(text: string): Promise<string> {
  const written: string[] = [];
  for (const part of piecesOf(text, piece)) {
    await pauseWhenLong();
    written.push(writeJson(part).slice(1, -1));
  }
  return `"${written.join('')}"`;
}
