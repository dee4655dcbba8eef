/**
 * Makes plain text of blocks: a blank line between paragraphs, tabs between cells.
 * Invariant: all readable content of the blocks is in the text, in the same order.
 */
import { type Block, textOf } from './blocks.ts';

export function writeText(blocks: readonly Block[]): string {
  return `${blocks.map(blockText).join('\n').trim()}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `\n${textOf(block.spans)}\n`;
    case 'paragraph':
      return `${textOf(block.spans)}\n`;
    case 'item':
      return `${'  '.repeat(block.depth - 1)}${block.marker} ${textOf(block.spans)}`;
    case 'code':
      return `${block.text}\n`;
    case 'table':
      return `${block.rows.map((row) => row.join('\t').trimEnd()).join('\n')}\n`;
    case 'page-break':
      return '';
  }
}
