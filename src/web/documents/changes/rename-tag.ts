/** Whether a tag is being given another name: asked from lists and from the palette, which stands on every page. */
import { create } from 'zustand';

export const useRenameTag = create<{ readonly open: boolean }>(() => ({ open: false }));

export function setRenameTag(open: boolean): void {
  useRenameTag.setState({ open });
}
