/** Actions of people on documents, each as one call: the rows and columns of the race matrix. */
import type { Ask, AskOptions } from '../ask.ts';
import { type Arena, callers, content, type Level, newcomers } from './arena.test-support.ts';

/** Which of the two callers: they use different values where possible. */
export type Side = 0 | 1;

export interface Action {
  call(arena: Arena, level: Level, side: Side): readonly [path: string, asked: AskOptions];
  /** What must be done before the race. */
  prepare?(ask: Ask, arena: Arena, level: Level): Promise<unknown>;
  /** It does not touch the tree, so one level is enough. */
  readonly isBeside?: boolean;
  /** Needs a file or a folder as the leaf. */
  readonly leaf?: 'file' | 'folder';
}

const operation =
  (name: string, params: (arena: Arena, level: Level, side: Side) => object): Action['call'] =>
  (arena, level, side) => [
    `/id/${arena.ids[level]}/@op/${name}`,
    { as: callers[side], json: { params: params(arena, level, side) } },
  ];

const parents = { leaf: 'mid', mid: 'top', top: 'arena' } as const;

export const actions: Readonly<Record<string, Action>> = {
  create: {
    leaf: 'folder',
    call: ({ ids }, level, side) => [
      `/id/${ids[level]}`,
      {
        as: callers[side],
        json: {
          'entity-type': 'document',
          type: 'File',
          name: `made${side}`,
          properties: { 'dc:title': 'made', 'file:content': content(`made ${side}`) },
        },
      },
    ],
  },
  update: {
    call: ({ ids, isLeafFolder }, level, side) => [
      `/id/${ids[level]}`,
      {
        as: callers[side],
        method: 'PUT',
        json: {
          'entity-type': 'document',
          properties:
            side === 0 || level !== 'leaf' || isLeafFolder
              ? { [side === 0 ? 'dc:description' : 'dc:source']: `by ${side}` }
              : { 'file:content': content('another') },
        },
      },
    ],
  },
  move: { call: operation('Document.Move', ({ ids }) => ({ target: ids.other })) },
  rename: {
    call: operation('Document.Move', ({ ids }, level, side) => ({
      target: ids[parents[level]],
      name: `renamed${side}`,
    })),
  },
  copy: {
    call: operation('Document.Copy', ({ ids }, _, side) => ({ target: ids.other, name: `copy${side}` })),
  },
  trash: { call: operation('Document.Trash', () => ({})) },
  untrash: {
    prepare: (ask, { ids }, level) =>
      ask(`/id/${ids[level]}/@op/Document.Trash`, { as: 'ada', json: { params: {} } }),
    call: operation('Document.Untrash', () => ({})),
  },
  delete: { call: ({ ids }, level, side) => [`/id/${ids[level]}`, { as: callers[side], method: 'DELETE' }] },
  permission: {
    call: operation('Document.AddPermission', ({ group }, _, side) => ({
      users: side === 0 ? 'rob' : group,
      permission: side === 0 ? 'Read' : 'ReadWrite',
    })),
  },
  block: {
    call: operation('Document.AddPermission', (_arena, _level, side) => ({
      users: side === 0 ? 'ada' : 'bea',
      permission: 'Everything',
      blockInheritance: true,
    })),
  },
  tag: { call: operation('Services.TagDocument', (_arena, _level, side) => ({ tags: `tag${side}` })) },
  collect: { call: operation('Document.AddToCollection', ({ ids }) => ({ collection: ids.held })) },
  lock: { call: operation('Document.Lock', () => ({})) },
  transition: {
    // Documents in a folder follow it a moment later.
    leaf: 'file',
    call: operation('Document.FollowLifecycleTransition', (_arena, _level, side) => ({
      value: side === 0 ? 'approve' : 'obsolete',
    })),
  },
  version: {
    leaf: 'file',
    call: operation('Document.CreateVersion', (_arena, _level, side) => ({
      increment: side === 0 ? 'Minor' : 'Major',
    })),
  },
  publish: {
    leaf: 'file',
    call: operation('Document.PublishToSection', ({ ids }) => ({ target: ids.section })),
  },
  quota: {
    leaf: 'folder',
    call: operation('Quotas.SetMaxSize', (_arena, _level, side) => ({ targetSize: 20 + 1000 * side })),
  },
  vocabulary: {
    isBeside: true,
    call: ({ entry }, _, side) => [
      `/directory/nature/${entry}`,
      {
        as: 'paul',
        method: 'PUT',
        json: {
          'entity-type': 'directoryEntry',
          directoryName: 'nature',
          properties: { id: entry, ...(side === 0 ? { label: 'second' } : { ordering: 2 }) },
        },
      },
    ],
  },
  group: {
    isBeside: true,
    call: ({ group }, _, side) =>
      side === 0
        ? [`/user/${newcomers[0]}/group/${group}`, { as: 'paul', method: 'POST' }]
        : [`/group/${group}/user/${newcomers[1]}`, { as: 'paul', method: 'POST' }],
  },
};
