// Untrusted Markdown or HTML as a page, without anything that could run, fetch or imitate the app.
// Invariant: all of it passes the sanitiser; no style, no script, no form, nothing fetched from elsewhere.
import DOMPurify, { type Config } from 'dompurify';
import { marked } from 'marked';
import { useLayoutEffect, useRef } from 'react';
import { printContent } from './print/print-texts.ts';
import css from './safe-html.module.css';

const allowed = {
  ALLOWED_TAGS: [
    ...[
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'br',
      'hr',
      'blockquote',
      'pre',
      'code',
      'kbd',
      'samp',
      'var',
    ],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...[
      'strong',
      'em',
      'b',
      'i',
      'u',
      's',
      'del',
      'ins',
      'sub',
      'sup',
      'mark',
      'small',
      'abbr',
      'cite',
      'q',
      'a',
    ],
    ...[
      'div',
      'span',
      'section',
      'article',
      'figure',
      'figcaption',
      'details',
      'summary',
      'bdi',
      'ruby',
      'rt',
      'rp',
    ],
  ],
  ALLOWED_ATTR: ['href', 'title', 'lang', 'dir', 'colspan', 'rowspan', 'scope', 'start', 'reversed', 'open'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

export interface SafeHtmlProps {
  readonly source: string;
  readonly format: 'markdown' | 'html';
}

export function SafeHtml({ source, format }: SafeHtmlProps) {
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const clean = cleanPage(source, format);
    placeBelowTitle(clean);
    page.current?.replaceChildren(clean);
  }, [source, format]);
  return <article ref={page} className={css.page} dir="auto" />;
}

export function printWritten(title: string, source: string, format: SafeHtmlProps['format']): Promise<void> {
  const page = document.createElement('article');
  page.dir = 'auto';
  page.append(cleanPage(source, format));
  return printContent(title, page);
}

function cleanPage(source: string, format: SafeHtmlProps['format']): DocumentFragment {
  const raw = format === 'markdown' ? marked.parse(source, { async: false, gfm: true }) : source;
  const clean = DOMPurify.sanitize(withoutHandlers(raw), allowed);
  makeLinksSafe(clean);
  return clean;
}

/**
 * Renames event handlers. The sanitiser removes them anyway, but merely parsing one makes the browser report a violation of
 * the content security policy.
 */
function withoutHandlers(raw: string): string {
  return raw.replaceAll(/([\s"'/])on(?=[a-z]+\s*=)/gi, '$1data-off-');
}

/** Gives the highest headings level 2: level 1 is the title of the page that shows them. They keep their look. */
function placeBelowTitle(page: DocumentFragment): void {
  const headings = [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const levelOf = ({ tagName }: Element) => Number(tagName.slice(1));
  const shift = 2 - Math.min(...headings.map(levelOf));
  for (const heading of headings) heading.ariaLevel = String(levelOf(heading) + shift);
}

/** Links open in a window of their own that has no access to this one. */
function makeLinksSafe(page: DocumentFragment): void {
  for (const link of page.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow');
  }
}
