/**
 * Caches answers to reads until something is committed. Equal requests at the same time share one answer.
 * Invariants: an answer is kept for one request with all its headers, so with the caller's credentials, and for one client
 * address; it depends only on the request and the store; the store's state, asked for each time, has not changed since before
 * the first read; and the credentials still sign in, without a use that must be noted (ADR 112).
 */
import { BoundedMemory, type MemoryFigures } from '#server/core/kernel/bounded-memory.ts';
import type { Clock, Passwords, Ports } from '#server/core/kernel/ports.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { addKnown, clientAddress, headersText, type Known, knownOf } from './bytes/listener-hints.ts';
import { TextResponse } from './bytes/text-response.ts';

const mostAnswers = 10_000;
/** For all answers together, and for one. */
const mostCharacters = 16 * 1024 * 1024;
const longestAnswer = 512 * 1024;
/** Keys of requests that came at least once. */
const mostKeys = 20_000;

interface Remembered {
  readonly answer: TextResponse;
  /** In milliseconds since 1970: after this the caller must sign in again. */
  readonly until: number;
  /** For the log. */
  readonly known: Known;
}

const memories = new WeakMap<Store, RememberedAnswers>();

export function rememberedAnswers({ ports }: Repository): RememberedAnswers {
  let memory = memories.get(ports.store);
  if (!memory) {
    memory = new RememberedAnswers(ports);
    memories.set(ports.store, memory);
  }
  return memory;
}

const repeatable = new WeakMap<Request, number>();

/**
 * Marks a request whose answer stays the same until something is committed, and which has no other effect.
 * @param until in milliseconds since 1970: the answer is not used later, even when nothing is committed
 */
export function markRepeatable(request: Request, until: number): void {
  repeatable.set(request, until);
}

export class RememberedAnswers {
  readonly #store: Store;
  readonly #passwords: Passwords;
  readonly #clock: Clock;
  /** Part of each key's digest, so that no passwords or tokens are kept. */
  readonly #salt = crypto.randomUUID();
  /** Keys of earlier requests; true when their answer could be cached. */
  readonly #seenKeys = new Map<string, boolean>();
  /** The state of the store for which all answers are valid. */
  #state: string | undefined;
  /** Answers being made for this state; they resolve to undefined when the answer cannot be cached. */
  readonly #underWay = new Map<string, Promise<Remembered | undefined>>();
  readonly #answers = new BoundedMemory<Remembered>(mostAnswers, {
    of: ({ answer }) => answer.content.length,
    most: mostCharacters,
  });

  constructor({ store, passwords, clock }: Pick<Ports, 'store' | 'passwords' | 'clock'>) {
    this.#store = store;
    this.#passwords = passwords;
    this.#clock = clock;
  }

  get figures(): MemoryFigures {
    return this.#answers.figures;
  }

  async answer(request: Request, make: () => Promise<Response>): Promise<Response> {
    if (!mayBeRemembered(request)) return make();
    // With the address: one with too many wrong passwords must not learn from the cache which password is right.
    const from = `${clientAddress(request)}\n${headersText(request)}`;
    const key = this.#passwords.fingerprint(`${this.#salt}\n${request.url}\n${from}`);
    // Most requests come only once: then reading the state would not pay.
    if (!this.#wasSeen(key)) return make();
    const state = await this.#store.state().catch(() => undefined);
    if (state === undefined) return make();
    if (state !== this.#state) {
      this.#answers.clear();
      this.#underWay.clear();
    }
    this.#state = state;
    const isInTime = ({ until }: Remembered): boolean => this.#clock.now().getTime() < until;
    const underWay = this.#underWay.get(key);
    // No await between this look and `#make`, so that equal requests find each other.
    const found = this.#answers.get(key, isInTime) ?? (underWay && (await underWay));
    if (found !== undefined && isInTime(found)) {
      addKnown(request, found.known);
      return found.answer.again({ 'X-Request-Id': crypto.randomUUID() });
    }
    return this.#make(request, key, state, make);
  }

  async #make(
    request: Request,
    key: string,
    state: string,
    make: () => Promise<Response>,
  ): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<Remembered | undefined>();
    // Others wait only for answers that could be cached last time.
    if (this.#seenKeys.get(key) === true && this.#state === state) this.#underWay.set(key, promise);
    let made: Remembered | undefined;
    try {
      const answer = await make();
      const until = repeatable.get(request);
      if (until !== undefined && isKeepable(answer)) {
        made = { answer: answer.again({}), until, known: knownOf(request) };
        // The state may have changed meanwhile: then the cache belongs to the new state.
        if (this.#state === state) this.#answers.set(key, made);
      }
      this.#seenKeys.set(key, made !== undefined);
      return answer;
    } finally {
      if (this.#underWay.get(key) === promise) this.#underWay.delete(key);
      resolve(made);
    }
  }

  #wasSeen(key: string): boolean {
    if (this.#seenKeys.has(key)) return true;
    if (this.#seenKeys.size >= mostKeys) this.#seenKeys.clear();
    this.#seenKeys.set(key, false);
    return false;
  }
}

/** Only requests with credentials: files of the app and health checks must not wait for a database. */
function mayBeRemembered({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.has('authorization') || headers.has('x-authentication-token'));
}

function isKeepable(answer: Response): answer is TextResponse {
  return answer instanceof TextResponse && answer.status === 200 && answer.content.length <= longestAnswer;
}
