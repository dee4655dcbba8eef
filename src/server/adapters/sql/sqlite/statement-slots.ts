/**
 * Which numbers a thread knows its statements by: the ones last used keep theirs.
 * Invariant: both sides change a slot at the same place in the order of messages; what callers write into queries
 * decides neither how many statements stay prepared nor how large they are.
 */
const SLOTS = 500;
/** A prepared statement takes some 25 times as many bytes. */
const LONGEST_PREPARED = 4_000;

/** Longer ones are prepared for one run. */
export function staysPrepared(sql: string): boolean {
  return sql.length <= LONGEST_PREPARED;
}

export class StatementSlots {
  readonly #slots = new Map<string, number>();

  /** `isNew`: the text must go along. */
  take(sql: string): { readonly slot: number | undefined; readonly isNew: boolean } {
    if (!staysPrepared(sql)) return { slot: undefined, isNew: true };
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
