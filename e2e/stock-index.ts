/**
 * Simulates the lag of a search index: for a second after a change that did not wait for the index, searches answer with
 * the old state. A search asked before the change gets its remembered answer; another gets an answer without the new
 * documents.
 */
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import type { Reply, StockRequest } from './stock-server.ts';

const lagMs = 1_000;
const remembered = 500;
/** POST requests that change nothing in the index. */
const noChange = /\/upload(\/[^/]+(\/\d+)?)?$|\/automation\/Repository\./;

export class SearchIndex {
  #behindUntil = 0;
  readonly #made = new Set<string>();
  readonly #answers = new Map<string, { readonly reply: Reply; readonly at: number }>();

  /** Records a change, or a call after which the index is up to date. */
  note({ method, path, headers }: StockRequest, reply: Reply): Reply {
    const done = isJsonObject(reply.body) && reply.body.state === 'COMPLETED' && /\/bulk\//.test(path);
    if (/WaitForIndexing/.test(path)) this.#catchUp();
    else if (done) this.#fallBehind(null);
    else if (method === 'GET' || reply.status >= 400 || noChange.test(path)) return reply;
    else if (headers['nx-es-sync'] === 'true') this.#catchUp();
    else this.#fallBehind(reply.body);
    return reply;
  }

  /** The answer as the index gives it. */
  answer({ path, params, headers }: StockRequest, reply: Reply): Reply {
    const key = [path, params, headers.authorization, headers['x-authentication-token']].join(' ');
    if (Date.now() > this.#behindUntil) {
      if (this.#answers.size > remembered) this.#answers.clear();
      this.#answers.set(key, { reply, at: Date.now() });
      return reply;
    }
    return this.#answers.get(key)?.reply ?? { ...reply, body: this.#withoutNew(reply.body) };
  }

  #catchUp(): void {
    this.#behindUntil = 0;
    this.#made.clear();
    this.#answers.clear();
  }

  #fallBehind(body: Json): void {
    if (Date.now() > this.#behindUntil) {
      this.#made.clear();
      // Answers from before it was last up to date are older than its current state.
      for (const [key, { at }] of this.#answers) if (at < this.#behindUntil) this.#answers.delete(key);
    }
    this.#behindUntil = Date.now() + lagMs;
    if (isJsonObject(body) && isString(body.uid)) this.#made.add(body.uid);
  }

  #withoutNew(body: Json): Json {
    if (!isJsonObject(body) || !Array.isArray(body.entries)) return body;
    const entries = body.entries.filter(
      (entry) => !(isJsonObject(entry) && isString(entry.uid) && this.#made.has(entry.uid)),
    );
    const missing = body.entries.length - entries.length;
    return { ...body, entries, resultsCount: Number(body.resultsCount ?? 0) - missing };
  }
}
