/** Where a line's bytes come from: a file given on this visit, or a handle that outlives a reload (Chromium). */

export interface FileSource {
  readonly file: File | null;
  readonly handle: FileSystemFileHandle | null;
  /** What was dropped: asking to read a folder again asks for all that is in it. */
  readonly root: FileSystemHandle | null;
}

/** What was found in a drop or a picker. */
export interface FoundFile extends FileSource {
  readonly kind: 'file';
  readonly steps: readonly string[];
  readonly file: File;
}

/** An empty folder: folders that hold something come with their files. */
export interface FoundFolder {
  readonly kind: 'folder';
  readonly steps: readonly string[];
  readonly name: string;
}

export type Found = FoundFile | FoundFolder;

/** The file under the name it is to have; its bytes are not copied. */
export function namedFile(file: File, name: string): File {
  return file.name === name
    ? file
    : new File([file], name, { type: file.type, lastModified: file.lastModified });
}
