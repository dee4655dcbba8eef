/**
 * The title at the beginning of a backup's encrypted database: the name it was made under. Somebody who may write to the
 * place can rename an older backup, but cannot change encrypted content.
 * Invariant: a backup made under one name is not read under another.
 */
import type { Bytes } from '#server/core/kernel/ports.ts';
import { OptionsError } from '#server/options-error.ts';

const title = /^muniment backup (?<name>\S{1,100})\n/;
const longestTitle = 200;

export async function* withTitle(name: string, database: Bytes): Bytes {
  yield Buffer.from(`muniment backup ${name}\n`);
  yield* database;
}

/**
 * @param source its first piece must contain the whole title, as decryption returns it
 * @param onUntitled called for a backup of an earlier release
 * @throws OptionsError for one that was made under another name
 */
export async function* withoutTitle(name: string, source: Bytes, onUntitled: () => void): Bytes {
  let isFirst = true;
  for await (const piece of source) {
    yield isFirst ? checked(name, piece, onUntitled) : piece;
    isFirst = false;
  }
}

function checked(name: string, piece: Uint8Array, onUntitled: () => void): Uint8Array {
  const found = title.exec(Buffer.from(piece.subarray(0, longestTitle)).toString('latin1'));
  const madeAs = found?.groups?.name;
  if (found === null || madeAs === undefined) {
    onUntitled();
    return piece;
  }
  if (madeAs !== name)
    throw new OptionsError(`The backup ${name} was made as ${madeAs}: somebody gave it another name`);
  return piece.subarray(found[0].length);
}
