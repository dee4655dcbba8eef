import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GraphNode, WorkflowGraph } from '#web/api/tasks.ts';
import { drawRoute, stepHeight, stepsInOrder } from './route-layout.ts';

function node(id: string, x: number, y: number, state: string): GraphNode {
  return { id, title: id, state, x, y, isStartNode: false, isEndNode: false };
}

function way(nodeSourceId: string, nodeTargetId: string, label = '') {
  return { nodeSourceId, nodeTargetId, label, path: [] };
}

const graph: WorkflowGraph = {
  nodes: [
    node('stop', 300, 480, 'ready'),
    node('start', 300, 40, 'done'),
    node('update', 520, 320, 'ready'),
    node('validate', 240, 320, 'suspended'),
  ],
  transitions: [
    way('start', 'validate'),
    way('validate', 'validate', 'next'),
    way('validate', 'update', 'reject'),
    way('update', 'validate', 'submit'),
    way('validate', 'stop'),
    way('update', 'start', 'again'),
  ],
};

test('rows follow the server drawing from top to bottom, and nothing overlaps', () => {
  const { steps, height } = drawRoute(graph, 300);
  assert.deepEqual(
    steps.map(({ id, state }) => `${id} ${state}`),
    ['start done', 'validate now', 'update next', 'stop next'],
  );
  const [, validate, update, stop] = steps;
  assert.ok(validate !== undefined && update !== undefined && stop !== undefined);
  assert.equal(validate.y, update.y);
  assert.ok(validate.x + validate.width < update.x);
  assert.ok(update.x + update.width <= 300);
  assert.equal(height, stop.y + stepHeight);
});

test('a step that repeats itself draws no way; one that leads back says its label', () => {
  const { ways } = drawRoute(graph, 300);
  assert.deepEqual(
    ways.map(({ id, done, label }) => [id, done, label]),
    [
      ['start validate', true, undefined],
      ['validate update', false, undefined],
      ['update validate', false, undefined],
      ['validate stop', false, undefined],
      ['update start', false, 'again'],
    ],
  );
});

test('the list has every step once, in the same order', () => {
  assert.deepEqual(
    stepsInOrder(graph).map(({ id }) => id),
    ['start', 'validate', 'update', 'stop'],
  );
});
