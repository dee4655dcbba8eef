// Parses untrusted HTML into a tree of harmless nodes: no script, no form, no frame, nothing fetched from elsewhere. Pure.
// Invariant: only elements and attributes listed here pass; names and values are never joined into markup again.
import { Parser } from 'htmlparser2';
import { harmlessStyle } from './harmless-style.ts';

export interface PageElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly style: string;
  /** For a picture: its address in the file, for `FindPicture`. */
  readonly picture: string | null;
  readonly children: readonly PageNode[];
}

export type PageNode = string | PageElement;

export interface Page {
  readonly body: PageElement;
  readonly sheets: readonly string[];
  /** Number of pictures and the like that would have been fetched from elsewhere. */
  readonly blocked: number;
  /** The file has more than is shown. */
  readonly isCut: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const elements = words(
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav nobr ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr',
);

/** Removed with their content. Of other unknown elements the content stays. */
const dropped = words(
  'applet audio canvas embed frame frameset iframe math noembed noframes object script select template textarea title video',
);

const attributes = words(
  'align alt bgcolor border cellpadding cellspacing cite class color cols colspan datetime dir face height hspace id lang name noshade nowrap open reversed rowspan scope size span start summary title valign value vspace width',
);

const xhtml = /^\s*<\?xml|<html[^>]*\sxmlns=/i;

const mostNodes = 40_000;
const mostLevels = 200;
const mostSheets = 50;

interface Draft {
  readonly tag: string;
  readonly attributes: Map<string, string>;
  readonly style: string;
  readonly picture: string | null;
  readonly children: (string | Draft)[];
}

/** @param files style sheets from files of their own */
export function readPage(source: string, files: readonly string[] = []): Page {
  const sheets: string[] = [];
  let body: Draft = draft('body');
  let root: Draft = draft('html');
  let blocked = 0;
  let nodes = 0;
  let isCut = false;
  let inSheet = false;
  // The open elements. An element that is left out adds its content to the element around it.
  const open: (Draft | 'dropped')[] = [body];
  const top = () => open.at(-1) ?? body;
  const clean = (css: string): string => {
    const style = harmlessStyle(css);
    blocked += style.blocked;
    return style.css;
  };
  const elementOf = (tag: string, given: Readonly<Record<string, string>>): Draft => {
    const src = given.src ?? given['xlink:href'] ?? given.href ?? '';
    const made = draft(tag, clean(given.style ?? ''), tag === 'img' ? pictureOf(src) : null);
    if (tag === 'img' && made.picture === null && src !== '') blocked += 1;
    for (const [name, value] of Object.entries(given))
      if (attributes.has(name)) made.attributes.set(name, value);
    // A `name` on other elements than links would override properties of the document (DOM clobbering).
    if (tag !== 'a') made.attributes.delete('name');
    const link = tag === 'a' ? linkOf(given.href ?? '') : null;
    if (link !== null) made.attributes.set('href', link);
    return made;
  };
  for (const file of files) sheets.push(clean(file));
  const parser = new Parser(
    {
      onopentag: (name, given) => {
        const around = top();
        // Many book covers are an `image` element in an SVG.
        const tag = name === 'image' ? 'img' : name;
        inSheet = tag === 'style';
        if (around === 'dropped' || dropped.has(tag)) {
          open.push('dropped');
        } else if (tag === 'html') {
          root = elementOf(tag, given);
          open.push(around);
        } else if (tag === 'body') {
          const { children } = body;
          body = { ...elementOf(tag, given), children };
          open[0] = body;
          open.push(body);
        } else if (!elements.has(tag) || open.length > mostLevels || nodes >= mostNodes) {
          isCut ||= nodes >= mostNodes;
          open.push(around);
        } else {
          nodes += 1;
          const made = elementOf(tag, given);
          around.children.push(made);
          open.push(made);
        }
      },
      ontext: (text) => {
        const around = top();
        if (around === 'dropped') return;
        if (inSheet) {
          if (sheets.length < mostSheets) sheets.push(clean(text));
          return;
        }
        nodes += 1;
        if (nodes < mostNodes) around.children.push(text);
        else isCut = true;
      },
      onclosetag: () => {
        inSheet = false;
        if (open.length > 1) open.pop();
      },
    },
    // In XHTML any element can be self-closing; HTML would take the rest of the page for its content.
    { decodeEntities: true, recognizeSelfClosing: xhtml.test(source.slice(0, 1000)) },
  );
  parser.end(source);
  // Language and direction are mostly set on the `html` element.
  for (const name of ['dir', 'lang']) {
    const value = root.attributes.get(name);
    if (value !== undefined && !body.attributes.has(name)) body.attributes.set(name, value);
  }
  return { body, sheets, blocked, isCut };
}

function draft(tag: string, style = '', picture: string | null = null): Draft {
  return { tag, attributes: new Map(), style, picture, children: [] };
}

/** The address of a picture in the file; null if it would be fetched from elsewhere. */
function pictureOf(src: string): string | null {
  const address = src.trim();
  if (address === '' || /^(?:https?:|ftp:|\/\/|\\)/i.test(address)) return null;
  return address.startsWith('data:') && !/^data:image\//i.test(address) ? null : address;
}

/** Only links to other sites or to a place in the page; none that runs something. */
function linkOf(href: string): string | null {
  const address = href.trim();
  if (address.startsWith('#')) return address;
  return /^(?:https?|mailto|tel):/i.test(address) ? address : null;
}
