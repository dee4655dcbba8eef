/**
 * Computes the positions of a route's steps in the drawing, and the lines between them. Pure, in px.
 * Invariant: steps keep the order of the server's own drawing, top to bottom, and never overlap.
 */
import type { GraphNode, WorkflowGraph } from '#web/api/tasks.ts';

export type StepState = 'done' | 'now' | 'next';

interface Step {
  readonly id: string;
  readonly title: string;
  readonly state: StepState;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Way {
  readonly id: string;
  readonly path: string;
  readonly done: boolean;
  /** Only for lines that lead back, as their reason is least obvious. */
  readonly label: string | undefined;
  readonly labelAt: { readonly x: number; readonly y: number };
}

export interface RouteDrawing {
  readonly steps: readonly Step[];
  readonly ways: readonly Way[];
  readonly height: number;
}

export const stepHeight = 40;
const rowHeight = 84;
const mostWidth = 156;
const gap = 18;
/** Kept free at the end for lines that lead back. */
const margin = 18;

export function stateOf(node: GraphNode): StepState {
  if (node.state === 'done') return 'done';
  return node.state === 'ready' || node.state === 'canceled' ? 'next' : 'now';
}

export function drawRoute(graph: WorkflowGraph, width: number): RouteDrawing {
  const rows = [...Map.groupBy(graph.nodes, ({ y }) => y)].toSorted(([a], [b]) => a - b);
  const room = width - 2 * margin;
  const steps = rows.flatMap(([, nodes], row) => {
    const stepWidth = Math.min(mostWidth, (room - gap * (nodes.length - 1)) / nodes.length);
    const used = stepWidth * nodes.length + gap * (nodes.length - 1);
    return nodes
      .toSorted((a, b) => a.x - b.x)
      .map((node, index) => ({
        id: node.id,
        title: node.title,
        state: stateOf(node),
        x: margin + (room - used) / 2 + index * (stepWidth + gap),
        y: row * rowHeight,
        width: stepWidth,
      }));
  });
  const stepOf = new Map(steps.map((step) => [step.id, step]));
  const ways = new Map<string, Way>();
  for (const { nodeSourceId, nodeTargetId, label } of graph.transitions) {
    const from = stepOf.get(nodeSourceId);
    const to = stepOf.get(nodeTargetId);
    const id = `${nodeSourceId} ${nodeTargetId}`;
    if (from === undefined || to === undefined || from === to || ways.has(id)) continue;
    ways.set(id, wayBetween(id, from, to, label ?? '', width));
  }
  return { steps, ways: [...ways.values()], height: (rows.length - 1) * rowHeight + stepHeight };
}

function wayBetween(id: string, from: Step, to: Step, label: string, width: number): Way {
  const done = from.state === 'done' && to.state !== 'next';
  const start = { x: from.x + from.width / 2, y: from.y + stepHeight };
  const end = { x: to.x + to.width / 2, y: to.y };
  if (to.y === from.y) return besideWay(id, from, to, done);
  const back = to.y < from.y;
  // A line past other steps, or back up, runs along the edge, so that it crosses no step.
  if (back || to.y - from.y > rowHeight) {
    const edge = width - (back ? 4 : 12);
    const startX = from.x + from.width;
    const endX = to.x + to.width;
    const startY = from.y + stepHeight / 2 + (back ? 0 : 8);
    const endY = to.y + stepHeight / 2 + (back ? 8 : 0);
    return {
      id,
      done,
      label: back ? label : undefined,
      labelAt: { x: edge - 4, y: startY - 6 },
      path: `M${startX} ${startY}H${edge}V${endY}H${endX + 2}`,
    };
  }
  const middle = (start.y + end.y) / 2;
  return {
    id,
    done,
    label: undefined,
    labelAt: start,
    path: `M${start.x} ${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y - 2}`,
  };
}

function besideWay(id: string, from: Step, to: Step, done: boolean): Way {
  const forward = to.x > from.x;
  const startX = forward ? from.x + from.width : from.x;
  const endX = forward ? to.x - 2 : to.x + to.width + 2;
  const y = from.y + stepHeight / 2 + (forward ? -7 : 7);
  return { id, done, label: undefined, labelAt: { x: startX, y }, path: `M${startX} ${y}H${endX}` };
}

/** The steps in the order of the drawing, for the list with the same content. */
export function stepsInOrder(graph: WorkflowGraph): readonly GraphNode[] {
  return graph.nodes.toSorted((a, b) => a.y - b.y || a.x - b.x);
}
