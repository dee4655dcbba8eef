/** Which tag is being renamed, if any: opened from lists and from the palette, which is on every page. */
import { create } from 'zustand';

export const useRenameTag = create<{ readonly open: boolean }>(() => ({ open: false }));

export function setRenameTag(open: boolean): void {
  useRenameTag.setState({ open });
}
