// Builds a page in the document of a frame, node by node. Styles are set through the browser's object model: the page's
// policy, which the frame inherits, refuses them as text.
import type { Page, PageElement } from './read-page.ts';

export type FindPicture = (source: string) => Promise<Blob | null>;

export interface DrawnPage {
  /** Gives back what the pictures hold. */
  readonly release: () => void;
}

const ownStyles = `
  html { color-scheme: light; color: #1d1c1a; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word; padding-inline: 20px }
  body { margin: 24px 0 }
  img { max-inline-size: 100% }
  pre { overflow-x: auto }
`;

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
  const pictureOf = (source: string): HTMLImageElement => {
    const picture = target.createElement('img');
    picture.addEventListener('load', onPicture);
    if (/^data:/i.test(source)) {
      picture.src = source;
      return picture;
    }
    find(source).then(
      (blob) => {
        if (blob === null || isReleased) return;
        const address = URL.createObjectURL(blob);
        addresses.push(address);
        picture.src = address;
      },
      // Its words stand in its place.
      () => undefined,
    );
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
    release: () => {
      isReleased = true;
      for (const address of addresses) URL.revokeObjectURL(address);
    },
  };
}
