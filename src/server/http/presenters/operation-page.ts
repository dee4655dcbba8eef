/** The catalogue of operations as an HTML page, without scripts and styles, with everything escaped. */
import type { OperationDescription, OperationParameter } from '#wire/operation.ts';
import { escapeHtml } from '../escape-html.ts';

export function operationPage(operations: readonly OperationDescription[]): string {
  const sections = operations.map(section).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Operations</title></head>
<body>
<h1>Operations</h1>
${sections}
</body>
</html>`;
}

function section({ id, aliases, label, category, description, params }: OperationDescription): string {
  const names = aliases === undefined ? '' : `<p>Also called ${escapeHtml(aliases.join(', '))}</p>`;
  const list = params.length === 0 ? '' : `<dl>${params.map(parameter).join('')}</dl>`;
  return `<section id="${escapeHtml(id)}"><h2>${escapeHtml(id)}</h2>
<p><strong>${escapeHtml(label)}</strong> (${escapeHtml(category)})</p>
<p>${escapeHtml(description)}</p>${names}${list}</section>`;
}

function parameter({ name, type, required, description }: OperationParameter): string {
  const kind = `${type}${required ? ', required' : ''}`;
  return `<dt><code>${escapeHtml(name)}</code> (${kind})</dt><dd>${escapeHtml(description)}</dd>`;
}
