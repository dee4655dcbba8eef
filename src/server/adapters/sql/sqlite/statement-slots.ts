/**
 * Assigns the numbers by which a thread knows its prepared statements; the most recently used ones keep theirs.
 * Invariant: both sides change a slot at the same position in the sequence of messages; the number and size of prepared
 * statements are limited, whatever callers write into queries.
 */
const SLOTS = 500;
/** A prepared statement takes some 25 times as many bytes. */
const LONGEST_PREPARED = 4_000;

/** Longer statements are prepared for a single run. */
export function staysPrepared(sql: string): boolean {
  return sql.length <= LONGEST_PREPARED;
}

export class StatementSlots {
  readonly #slots = new Map<string, number>();

  /** `isNew`: the text must be sent too. */
  take(sql: string): { readonly slot: number | undefined; readonly isNew: boolean } {
    if (!staysPrepared(sql)) return { slot: undefined, isNew: true };
    const known = this.#slots.get(sql);
    const slot = known ?? this.#free();
    // A Map keeps its keys in the order of insertion.
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
