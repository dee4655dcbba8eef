/**
 * The workflow models in force: the two default ones and configured ones.
 * Built once at start; throws for a transition to an unknown node, or a model without a start.
 */
import { defaultModels } from './default-models.ts';
import type { WorkflowModel, WorkflowNode } from './definitions.ts';

export class WorkflowModels {
  readonly #models: ReadonlyMap<string, WorkflowModel>;

  constructor(additions: readonly WorkflowModel[] = []) {
    const models = [...defaultModels, ...additions];
    for (const model of models) checkModel(model);
    this.#models = new Map(models.map((model) => [model.name, model]));
  }

  get(name: string): WorkflowModel | undefined {
    return this.#models.get(name);
  }

  all(): readonly WorkflowModel[] {
    return [...this.#models.values()];
  }
}

function checkModel(model: WorkflowModel): void {
  const ids = new Set(model.nodes.map((node) => node.id));
  if (ids.size !== model.nodes.length) throw new Error(`Workflow ${model.name} has two nodes with one id`);
  if (model.nodes.filter((node) => node.kind === 'start').length !== 1) {
    throw new Error(`Workflow ${model.name} needs exactly one start node`);
  }
  for (const node of model.nodes) {
    const stray = node.transitions.find((transition) => !ids.has(transition.to));
    if (stray)
      throw new Error(`Workflow ${model.name}: node ${node.id} leads to ${stray.to}, which does not exist`);
    if (node.kind !== 'end' && node.transitions.length === 0) {
      throw new Error(`Workflow ${model.name}: node ${node.id} leads nowhere`);
    }
  }
}

export function startNode(model: WorkflowModel): WorkflowNode {
  const node = model.nodes.find((one) => one.kind === 'start');
  if (!node) throw new Error(`Workflow ${model.name} has no start node`);
  return node;
}
