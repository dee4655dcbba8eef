/**
 * Kills server processes at random moments under load. Afterwards no acknowledged change may be missing, and none may be
 * half done.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, type Ask, type AskOptions, askThrough } from '#server/testing/ask.ts';
import { callers, openGround } from '#server/testing/races/arena.test-support.ts';
import { randomFrom } from '#server/testing/races/random.test-support.ts';
import { isJsonObject, type JsonObject } from '#wire/json.ts';
import { contradictions, openPlace } from './place.ts';

const people = 6;
const killsBetweenChecks = 50;

/**
 * The expected state of a document, as far as it was acknowledged. Undefined: both values are right, as the call was cut
 * off.
 */
interface Expected {
  readonly id: string;
  readonly text: string;
  description: string | undefined;
  /** Number of changes sent: of two at once, it is unknown which one was last. */
  changes: number;
  readonly tags: Set<string>;
  state: 'there' | 'gone' | 'unknown';
}

export async function killsSoak(engine: string, kills: number, seed: number): Promise<readonly string[]> {
  const place = await openPlace(engine);
  const random = randomFrom(seed);
  try {
    const servers = [await place.start()];
    if (engine !== 'sqlite') servers.push(await place.start());
    const asks = servers.map(({ origin }) => askThrough(fetch, origin));
    const askAny: Ask = (path, options) => oneOf(asks, random)(path, options);
    await openGround(askAny);
    const all: Expected[] = [];
    const faults: string[] = [];
    let acknowledged = 0;
    let turn = 0;
    for (let kill = 0; kill < kills && faults.length === 0; kill++) {
      const known: Expected[] = [];
      let isOver = false;
      const working = Array.from({ length: people }, async (_, person) => {
        while (!isOver) {
          const done = await work(askAny, `${kill}-${person}-${turn++}`, known, random, faults);
          acknowledged += done;
        }
      });
      // A fifth at the very start; all others only after a call was acknowledged, however busy the machine is.
      const before = acknowledged;
      for (let attempts = 0; attempts < 1_000 && acknowledged === before && kill % 5 > 0; attempts++)
        await wait(10);
      await wait(100 + random() * 900);
      const victim = oneOf(servers, random);
      await victim.kill();
      // Let the other servers go on for a moment.
      if (servers.length > 1) await wait(random() * 500);
      isOver = true;
      await Promise.all(working);
      await victim.restart();
      faults.push(...(await missing(askAny, known)));
      all.push(...known);
      if ((kill + 1) % killsBetweenChecks === 0 || kill + 1 === kills) {
        await Promise.all(servers.map((server) => server.end()));
        faults.push(...(await contradictions(place)));
        for (const server of servers) await server.restart();
        console.log(`${kill + 1} kills, ${acknowledged} calls acknowledged, ${all.length} documents`);
      }
    }
    return [...faults, ...(await missing(askAny, all))];
  } finally {
    await place.remove();
  }
}

/** Sends one random call; resolves to 1 if it was acknowledged. */
async function work(
  ask: Ask,
  name: string,
  known: Expected[],
  random: () => number,
  faults: string[],
): Promise<number> {
  const as = oneOf(callers, random);
  const one = known.length < 5 || random() < 0.4 ? undefined : oneOf(known, random);
  if (one === undefined || one.state !== 'there') {
    const text = `text of ${name}`;
    const answer = await tried(ask, '/path/default-domain/workspaces', {
      as,
      json: {
        'entity-type': 'document',
        type: 'File',
        name,
        properties: {
          'dc:title': name,
          'file:content': { name: 'a.txt', 'mime-type': 'text/plain', data: text },
        },
      },
    });
    if (answer?.status !== 201) return wrong(answer, faults);
    known.push({
      id: String(answer.body.uid),
      text,
      description: '',
      changes: 0,
      tags: new Set(),
      state: 'there',
    });
    return 1;
  }
  const act = random();
  if (act < 0.15) {
    // Unknown until it is acknowledged: the second of two deletions gets 404, which is no acknowledgement.
    one.state = 'unknown';
    const answer = await tried(ask, `/id/${one.id}`, { as, method: 'DELETE' });
    if (answer?.status !== 204) return wrong(answer, faults);
    one.state = 'gone';
    return 1;
  }
  if (act < 0.6) {
    const answer = await tried(ask, `/id/${one.id}/@op/Services.TagDocument`, {
      as,
      json: { params: { tags: name } },
    });
    if (answer?.status !== 200) return wrong(answer, faults);
    one.tags.add(name.toLowerCase());
    return 1;
  }
  const json = { 'entity-type': 'document', properties: { 'dc:description': name } };
  one.description = undefined;
  const turn = ++one.changes;
  const answer = await tried(ask, `/id/${one.id}`, { as, method: 'PUT', json });
  if (answer?.status !== 200) return wrong(answer, faults);
  if (turn === 1 && one.changes === 1) one.description = name;
  return 1;
}

/** A call that was cut off, refused because the server stopped, or sent after a deletion says nothing. */
function wrong(answer: Answer | undefined, faults: string[]): 0 {
  if (answer !== undefined && ![404, 503].includes(answer.status))
    faults.push(`${answer.status} was answered: ${answer.text}`);
  return 0;
}

async function tried(ask: Ask, path: string, options: AskOptions): Promise<Answer | undefined> {
  try {
    return await ask(path, options);
  } catch {
    await wait(20);
    return undefined;
  }
}

/** Lists acknowledged changes that are missing. */
async function missing(ask: Ask, known: readonly Expected[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { id, text, description, tags, state } of known) {
    const { status, body } = await ask(`/id/${id}`, { headers: { properties: '*' } });
    if (state === 'unknown' && status === 404) continue;
    if ((status === 200) !== (state !== 'gone')) faults.push(`${id} is ${state}, and answers ${status}`);
    if (status !== 200) continue;
    const properties = isJsonObject(body.properties) ? body.properties : {};
    if (description !== undefined && (properties['dc:description'] ?? '') !== description)
      faults.push(`${id} has lost its description ${description}`);
    const present = labels(properties);
    for (const tag of tags) if (!present.has(tag)) faults.push(`${id} has lost its tag ${tag}`);
    if ((await ask(`/id/${id}/@blob/file:content`)).text !== text) faults.push(`${id} has lost its bytes`);
  }
  return faults;
}

function labels(properties: JsonObject): ReadonlySet<string> {
  const tags = properties['nxtag:tags'];
  return new Set((Array.isArray(tags) ? tags : []).filter(isJsonObject).map(({ label }) => String(label)));
}

function oneOf<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
}
