/**
 * `vid:storyboard`: small pictures of a film, one for each of equal parts, which clients offer as places to jump to.
 * Invariant: they show the document's present film; a short film has none.
 */
import { isJsonObject } from '#wire/json.ts';
import { toBlobValue } from '../files/blobs.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { ConversionSource } from '../kernel/ports.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import { updateDocument } from './document-update.ts';

const storyboard = 'vid:storyboard';
/** As on the Platform: the number of scenes, and the shortest film that has any. */
const sceneCount = 9;
const shortestSeconds = 10;
const scenePx = 320;

/** Whole seconds in the middle of equal parts, as many films begin and end in black. */
export function sceneTimes(duration: number): readonly number[] {
  if (!Number.isFinite(duration) || duration < shortestSeconds) return [];
  return Array.from({ length: sceneCount }, (_, index) =>
    Math.floor(((index + 0.5) * duration) / sceneCount),
  );
}

/**
 * Takes seconds, so no transaction may be open.
 * @param facts the film's metadata, just read
 * @returns undefined when this server cannot make pictures of films
 */
export async function makeScenes(
  { ports: { conversion, blobs } }: Repository,
  source: ConversionSource,
  { 'vid:info': info }: Properties,
): Promise<Properties[string] | undefined> {
  const duration = isJsonObject(info) && typeof info.duration === 'number' ? info.duration : undefined;
  if (duration === undefined) return undefined;
  const scenes = await conversion.scenes(source, sceneTimes(duration), scenePx);
  if (scenes === undefined) return undefined;
  const frames = [];
  for (const { seconds, picture } of scenes) {
    const { bytes, ...named } = picture;
    const content = toBlobValue({ ...(await blobs.write(bytes)), ...named });
    frames.push({ content, timecode: seconds, comment: `${source.name ?? ''} ${frames.length + 1}`.trim() });
  }
  return frames;
}

/** Stores them as properties, so that rights, versions, copies and removal need no rules of their own. */
export async function keepScenes(
  session: Session,
  document: DocumentRow,
  scenes: Properties[string],
): Promise<void> {
  const properties = { [storyboard]: scenes };
  await updateDocument(session, document, { properties, silent: true, isDerived: true });
}
