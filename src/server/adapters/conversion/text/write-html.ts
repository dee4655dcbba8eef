/**
 * Makes a complete HTML page of blocks, or of cleaned HTML.
 * Invariant: the page has no script, loads nothing, and its own policy says so.
 */
import type { Block, Span } from './blocks.ts';

export function blocksHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join('\n');
}

/** For programs that would show a policy and a style sheet as text. */
export function bareHtmlPage(body: string): string {
  return `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`;
}

/** `body` must be clean already (see clean-html.ts). */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; font: 0.9em/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #8886; padding: 0.25rem 0.5rem; text-align: start; vertical-align: top; }
img { max-width: 100%; }
blockquote { border-inline-start: 3px solid #8886; margin-inline: 0; padding-inline-start: 1rem; }
.item { margin: 0.2rem 0; }
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      const tag = `h${Math.min(6, Math.max(1, block.level))}`;
      return `<${tag} dir="auto">${spansHtml(block.spans)}</${tag}>`;
    }
    case 'paragraph':
      return `<p dir="auto">${spansHtml(block.spans)}</p>`;
    case 'item':
      return `<p class="item" dir="auto" style="margin-inline-start: ${block.depth * 1.25}rem">${escapeHtml(block.marker)} ${spansHtml(block.spans)}</p>`;
    case 'code':
      return `<pre dir="auto">${escapeHtml(block.text)}</pre>`;
    case 'table':
      return `<table>\n${block.rows.map(rowHtml).join('\n')}\n</table>`;
    case 'page-break':
      return '<hr>';
  }
}

function rowHtml(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join('')}</tr>`;
}

function spansHtml(spans: readonly Span[]): string {
  return spans
    .map(({ text, bold, italic, code }) => {
      let html = escapeHtml(text).replaceAll('\n', '<br>');
      if (code) html = `<code>${html}</code>`;
      if (italic) html = `<em>${html}</em>`;
      if (bold) html = `<strong>${html}</strong>`;
      return html;
    })
    .join('');
}
