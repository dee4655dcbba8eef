// The icon of a document without a thumbnail. Decorative: the type is also in the list as text.
import {
  BookMarked,
  Box,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileType,
  Film,
  Folder,
  Landmark,
  Library,
  Music,
  Ruler,
} from 'lucide';
import { cx } from './cx.ts';
import css from './file-glyph.module.css';
import type { FileKind } from './file-kind.ts';
import { Icon } from './icon.tsx';

export const drawings = {
  folder: Folder,
  workspace: BookMarked,
  domain: Landmark,
  collection: Library,
  pdf: FileText,
  text: FileType,
  sheet: FileSpreadsheet,
  image: FileImage,
  film: Film,
  sound: Music,
  cad: Ruler,
  other: Box,
} as const;

export function FileGlyph({ kind, size }: { readonly kind: FileKind; readonly size?: number }) {
  return (
    <span
      className={cx(css.glyph, css[kind])}
      style={size === undefined ? undefined : { '--thumb': `${size}px` }}
    >
      <Icon icon={drawings[kind]} />
    </span>
  );
}
