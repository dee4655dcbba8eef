/**
 * Checks JSON while it arrives: its depth, its number of values, and the length of its numbers.
 * Invariant: each piece is checked when it arrives, so that a long body never blocks the event loop.
 */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';

const deepest = 200;
/** More values would take too long to parse, check and store in one go. */
const mostValues = 100_000;
/** No real number is as long; reading a number of megabytes takes a second. */
const mostDigits = 1_000;
/** A double is exact for whole numbers of fewer digits. */
const digitsOfLong = 16;
/** Numbers beyond a double's precision need a reviver for every value, which takes ten times as long. */
const mostBesideLong = 10_000;

const [
  quote,
  comma,
  openList,
  backslash,
  closeList,
  openObject,
  closeObject,
  zero = 0,
  nine = 0,
  point,
  unit,
] = [...'",[\\]{}09.u'].map((sign) => sign.charCodeAt(0));

export class JsonBounds {
  #depth = 0;
  #values = 1;
  #digits = 0;
  #isFraction = false;
  #hasLongNumbers = false;
  #isQuoted = false;
  #isEscaped = false;
  /** The text has characters written as `\u…` escapes. */
  hasNumberedCharacters = false;

  /**
   * After the whole text: whether it may have whole numbers that a double cannot hold exactly.
   * @throws 413 for such numbers among very many values
   */
  get hasLongNumbers(): boolean {
    if (this.#hasLongNumbers && this.#values > mostBesideLong)
      throw new RepositoryError(
        'payloadTooLarge',
        `The JSON holds numbers of ${digitsOfLong} digits and more than ${mostBesideLong} values: write them as texts`,
      );
    return this.#hasLongNumbers;
  }

  /** @param bytes of UTF-8, where brackets, commas and quotes are never part of another character */
  watch(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        if (byte === unit) this.hasNumberedCharacters = true;
      } else if (this.#isQuoted) {
        if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isQuoted = false;
      } else this.#watchUnquoted(byte);
    }
  }

  #watchUnquoted(byte: number): void {
    this.#measure(byte);
    if (byte === quote) this.#isQuoted = true;
    else if (byte === comma) this.#count();
    else if (byte === openObject || byte === openList) this.#open();
    else if (byte === closeObject || byte === closeList) this.#depth--;
  }

  #measure(byte: number): void {
    if (byte < zero || byte > nine) {
      this.#isFraction = byte === point;
      this.#digits = 0;
      return;
    }
    if (++this.#digits === digitsOfLong && !this.#isFraction) this.#hasLongNumbers = true;
    if (this.#digits > mostDigits) throw errors.badRequest(`A JSON number of more than ${mostDigits} digits`);
  }

  #open(): void {
    if (++this.#depth > deepest) throw errors.badRequest(`JSON nested deeper than ${deepest} levels`);
  }

  #count(): void {
    if (++this.#values <= mostValues) return;
    throw new RepositoryError('payloadTooLarge', `The JSON holds more than ${mostValues} values`);
  }
}
