/**
 * Which numbers a thread knows its statements by: the ones last used keep theirs.
 * Invariant: both sides change a slot at the same place in the order of messages.
 */
const SLOTS = 500;

export class StatementSlots {
  readonly #slots = new Map<string, number>();

  /** `isNew`: the text must go along. */
  take(sql: string): { readonly slot: number; readonly isNew: boolean } {
    const known = this.#slots.get(sql);
    const slot = known ?? this.#free();
    // A Map remembers in which order its keys came.
    this.#slots.delete(sql);
    this.#slots.set(sql, slot);
    return { slot, isNew: known === undefined };
  }

  #free(): number {
    if (this.#slots.size < SLOTS) return this.#slots.size;
    const [[oldest, slot] = ['', 0]] = this.#slots;
    this.#slots.delete(oldest);
    return slot;
  }
}
