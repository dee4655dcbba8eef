/** Finds the interrupted lines to which files that were chosen again belong. Pure. */
import type { FileSource, Found, FoundFile } from './file-source.ts';
import type { UploadItem } from './upload-item.ts';

export interface InterruptedMatches {
  readonly matches: readonly {
    readonly id: string;
    readonly source: FileSource;
    readonly change: Partial<UploadItem>;
  }[];
  readonly others: readonly Found[];
}

export function matchInterrupted(lines: readonly UploadItem[], found: readonly Found[]): InterruptedMatches {
  const open = new Map<string, UploadItem[]>();
  for (const line of lines) {
    const key = keyOf(line.steps, line.name);
    open.set(key, [...(open.get(key) ?? []), line]);
  }
  const matches: InterruptedMatches['matches'][number][] = [];
  const others = found.filter((one) => {
    if (one.kind !== 'file') return true;
    const same = open.get(keyOf(one.steps, one.file.name.normalize('NFC'))) ?? [];
    // A file that is known to have changed is matched by path only.
    const line = same.find((item) => isUnchanged(item, one) || item.problem !== null);
    if (line === undefined) return true;
    same.splice(same.indexOf(line), 1);
    const { size, lastModified } = one.file;
    // The file has changed, so the parts already sent are useless.
    const afresh = isUnchanged(line, one) ? {} : { size, lastModified, sent: 0, slot: null };
    matches.push({ id: line.id, source: one, change: afresh });
    return false;
  });
  return { matches, others };
}

function isUnchanged({ size, lastModified }: UploadItem, { file }: FoundFile): boolean {
  return size === file.size && lastModified === file.lastModified;
}

function keyOf(steps: readonly string[], name: string): string {
  return [...steps, name].join('/');
}
