/**
 * Cleans untrusted HTML and Markdown, so that it only displays.
 * Invariant: no script, style, form, frame or event handler remains, and displaying the page loads no address;
 * links remain, but open without a referrer.
 */
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

const inlinePicture = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i;

export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...'h1 h2 h3 h4 h5 h6 p br hr div span section article header footer main aside address blockquote'.split(
        ' ',
      ),
      ...'pre code kbd samp var a b strong i em u s del ins mark small sub sup abbr cite q dfn time bdi bdo'.split(
        ' ',
      ),
      ...'ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td figure figcaption img'.split(
        ' ',
      ),
      'details',
      'summary',
    ],
    allowedAttributes: {
      '*': ['dir', 'lang', 'title'],
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan', 'align'],
      th: ['colspan', 'rowspan', 'align', 'scope'],
      ol: ['start', 'reversed'],
      time: ['datetime'],
      details: ['open'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'title',
      'iframe',
      'object',
      'svg',
    ],
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
      img: (tagName, attribs) =>
        inlinePicture.test(attribs.src ?? '')
          ? { tagName, attribs }
          : { tagName: 'span', attribs: {}, text: attribs.alt ?? '' },
    },
  });
}

export async function markdownToHtml(markdown: string): Promise<string> {
  return cleanHtml(await marked.parse(markdown, { async: true, gfm: true }));
}
