/** All adapters by name, and running a chain of them. */
import { errors } from '#server/core/kernel/errors.ts';
import type { Step } from '../address.ts';
import type { Call } from '../application.ts';
import { acl } from './acl.ts';
import type { Adapter, Target } from './adapter.ts';
import { audit } from './audit.ts';
import { blob } from './blob.ts';
import { children } from './children.ts';
import { annotation, comment } from './comments.ts';
import { convert } from './convert.ts';
import { emptyWithDefault } from './empty-with-default.ts';
import { operation } from './operation.ts';
import { preview } from './preview.ts';
import { rendition } from './rendition.ts';
import { pageProvider, search } from './search.ts';
import { task, workflow } from './workflow.ts';

const adapters: ReadonlyMap<string, Adapter> = new Map(
  [
    children,
    pageProvider,
    search,
    blob,
    convert,
    rendition,
    preview,
    acl,
    audit,
    comment,
    annotation,
    workflow,
    task,
    operation,
    emptyWithDefault,
  ].map((adapter) => [adapter.name, adapter]),
);

export async function followAdapters(call: Call, start: Target, steps: readonly Step[]): Promise<Response> {
  let target = start;
  for (const [index, { adapter: name, path }] of steps.entries()) {
    const adapter = adapters.get(name);
    if (!adapter) {
      throw errors.notFound(
        name === 'bo' ? `Unable to find [${path[0] ?? ''}] adapter` : `Adapter not found: ${name}`,
      );
    }
    if (index === steps.length - 1) return adapter.answer(call, target, path);
    if (!adapter.resolve) throw errors.notFound(`Nothing can follow @${name}`);
    target = await adapter.resolve(call, target, path);
  }
  throw errors.notFound('No adapter was named');
}

export const adapterNames: readonly string[] = [...adapters.keys()];
