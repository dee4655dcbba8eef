/** Which interrupted lines the files that somebody chose again belong to. Pure. */
import type { FileSource, Found, FoundFile } from './file-source.ts';
import type { UploadItem } from './upload-item.ts';

export interface GivenAgain {
  readonly again: readonly {
    readonly id: string;
    readonly source: FileSource;
    readonly change: Partial<UploadItem>;
  }[];
  readonly others: readonly Found[];
}

export function givenAgain(lines: readonly UploadItem[], found: readonly Found[]): GivenAgain {
  const open = new Map<string, UploadItem[]>();
  for (const line of lines) {
    const key = keyOf(line.steps, line.name);
    open.set(key, [...(open.get(key) ?? []), line]);
  }
  const again: GivenAgain['again'][number][] = [];
  const others = found.filter((one) => {
    if (one.kind !== 'file') return true;
    const same = open.get(keyOf(one.steps, one.file.name.normalize('NFC'))) ?? [];
    // What is known to have changed goes by its place alone.
    const line = same.find((item) => isUnchanged(item, one) || item.problem !== null);
    if (line === undefined) return true;
    same.splice(same.indexOf(line), 1);
    const { size, lastModified } = one.file;
    // What arrived of the file as it was is no part of what it is now.
    const afresh = isUnchanged(line, one) ? {} : { size, lastModified, sent: 0, slot: null };
    again.push({ id: line.id, source: one, change: afresh });
    return false;
  });
  return { again, others };
}

function isUnchanged({ size, lastModified }: UploadItem, { file }: FoundFile): boolean {
  return size === file.size && lastModified === file.lastModified;
}

function keyOf(steps: readonly string[], name: string): string {
  return [...steps, name].join('/');
}
