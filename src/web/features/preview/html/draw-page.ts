// Builds a page in the document of a frame, node by node. Styles are set through the CSSOM: the content security policy,
// which the frame inherits, refuses them as text.
import type { Page, PageElement } from './read-page.ts';

export type FindPicture = (source: string) => Promise<Blob | null>;

export interface DrawnPage {
  /** Releases the pictures' object URLs. */
  readonly release: () => void;
  /** Resolves when each picture has loaded or failed. */
  readonly pictures: () => Promise<void>;
}

const ownStyles = `
  html { color-scheme: light; color: #1d1c1a; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word; padding-inline: 20px }
  body { margin: 24px 0 }
  img { max-inline-size: 100% }
  pre { overflow-x: auto }
`;

/** Of all pictures, unpacked: a small file may refer to any number of large ones. */
const mostPictureBytes = 200_000_000;

export function drawPage(target: Document, page: Page, find: FindPicture, onPicture: () => void): DrawnPage {
  const addresses: string[] = [];
  let isReleased = false;
  const view = target.defaultView;
  if (view !== null)
    target.adoptedStyleSheets = [ownStyles, ...page.sheets].map((css) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet;
    });
  const found = new Map<string, Promise<string | null>>();
  let left = mostPictureBytes;
  let last: Promise<unknown> = Promise.resolve();
  const addressOf = async (source: string): Promise<string | null> => {
    const blob = isReleased || left <= 0 ? null : await find(source);
    if (blob === null || isReleased) return null;
    left -= blob.size;
    const address = URL.createObjectURL(blob);
    addresses.push(address);
    return address;
  };
  /** Loads pictures one after the other, in order, and each once. For a missing one its `alt` text is shown. */
  const foundPicture = (source: string): Promise<string | null> => {
    const known = found.get(source);
    if (known !== undefined) return known;
    const picture = last.then(() => addressOf(source)).catch(() => null);
    last = picture;
    found.set(source, picture);
    return picture;
  };
  const pictureOf = (source: string): HTMLImageElement => {
    const picture = target.createElement('img');
    picture.addEventListener('load', onPicture);
    if (/^data:/i.test(source)) {
      picture.src = source;
      return picture;
    }
    const shown = foundPicture(source).then((address) => {
      if (address !== null && !isReleased) picture.src = address;
    });
    last = Promise.all([last, shown]);
    return picture;
  };
  const fill = (node: HTMLElement, { attributes, style, children }: PageElement) => {
    for (const [name, value] of attributes) node.setAttribute(name, value);
    if (style !== '') node.style.cssText = style;
    if (attributes.get('href')?.startsWith('#') === false) {
      node.setAttribute('target', '_blank');
      node.setAttribute('rel', 'noopener noreferrer nofollow');
    }
    for (const child of children) {
      if (typeof child === 'string') node.append(child);
      else {
        const { tag, picture } = child;
        const made = picture === null ? target.createElement(tag) : pictureOf(picture);
        fill(made, child);
        node.append(made);
      }
    }
  };
  fill(target.body, page.body);
  return {
    pictures: async () => {
      await last;
      await Promise.allSettled([...target.images].filter(({ src }) => src !== '').map((one) => one.decode()));
    },
    release: () => {
      isReleased = true;
      for (const address of addresses) URL.revokeObjectURL(address);
    },
  };
}
