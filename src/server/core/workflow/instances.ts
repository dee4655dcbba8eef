/**
 * Running workflows as documents below `/document-route-instances-root`.
 * Invariant: only the engine changes them; people can read those that they started or have a task in.
 */
import type { Json } from '#wire/json.ts';
import { addAces } from '../access/access-changes.ts';
import { elevated } from '../access/elevated.ts';
import { changeRow } from '../documents/change-row.ts';
import { createDocument } from '../documents/documents.ts';
import { fixedChild } from '../documents/fixed-child.ts';
import { holdSubtree } from '../documents/tree-locks.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Ace, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { OwnedValues } from '../types/owned-values.ts';
import type { WorkflowModel, WorkflowNode } from './definitions.ts';
import { initialValues, readValues, storedValues, type Values } from './variables.ts';

export type NodeState = 'ready' | 'suspended' | 'done' | 'canceled';

/** A running workflow. The engine may change `values` and `nodes` until it saves them. */
export interface WorkflowInstance {
  readonly document: DocumentRow;
  readonly model: WorkflowModel;
  readonly initiator: string;
  readonly documentIds: readonly string[];
  readonly values: Values;
  readonly nodes: Record<string, NodeState>;
}

const instancesRoot = '/document-route-instances-root';
export const taskRoot = '/task-root';

/** Conditions for documents in the engine's own folders. */
export const amongTasks = `ecm:path STARTSWITH '${taskRoot}' AND ecm:isProxy = 0 AND ecm:isVersion = 0`;
export const amongInstances = `ecm:path STARTSWITH '${instancesRoot}' AND ecm:isProxy = 0 AND ecm:isVersion = 0`;

/** Whether the engine has made it: nobody else can make documents in its folder. */
export function isInstance(session: Session, document: DocumentRow): boolean {
  return session.types.isA(document.type, 'DocumentRoute') && isBelow(instancesRoot, document);
}

/** Undefined when its model no longer exists, or the engine did not make the document. */
export function readInstance(session: Session, document: DocumentRow): WorkflowInstance | undefined {
  const { properties } = document;
  if (!isInstance(session, document)) return undefined;
  const model = session.repository.workflows.get(String(properties['docri:modelId']));
  if (!model) return undefined;
  const ids = properties['docri:participatingDocuments'];
  return {
    document,
    model,
    initiator: String(properties['docri:initiator'] ?? ''),
    documentIds: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    values: { ...initialValues(model.variables), ...storedValues(properties['docri:variables']) },
    nodes: nodeStates(storedValues(properties['docri:nodes'])),
  };
}

export function isBelow(root: string, { path, proxyTargetId }: DocumentRow): boolean {
  return proxyTargetId === null && (path?.startsWith(`${root}/`) ?? false);
}

function nodeStates(stored: Readonly<Record<string, Json>>): Record<string, NodeState> {
  const states: Record<string, NodeState> = {};
  for (const [id, state] of Object.entries(stored)) {
    if (state === 'ready' || state === 'suspended' || state === 'done' || state === 'canceled')
      states[id] = state;
  }
  return states;
}

export function nodeOf(instance: WorkflowInstance, id: string): WorkflowNode {
  const node = instance.model.nodes.find((one) => one.id === id);
  if (!node) throw errors.badRequest(`Workflow ${instance.model.name} has no node ${id}`);
  return node;
}

export async function createInstance(
  session: Session,
  model: WorkflowModel,
  documentIds: readonly string[],
  variables: Parameters<typeof readValues>[1],
): Promise<WorkflowInstance> {
  const helper = elevated(session);
  const root = await rootFolder(helper, instancesRoot, 'DocumentRouteInstancesRoot', 'Workflows');
  const values = { ...initialValues(model.variables), ...readValues(model.variables, variables) };
  const document = await createDocument(helper, root, {
    type: 'DocumentRoute',
    name: model.name,
    owned: new OwnedValues({
      'dc:title': model.title,
      'docri:participatingDocuments': documentIds,
      'docri:initiator': session.username,
      'docri:modelId': model.name,
      'docri:modelName': model.title,
      'docri:variables': JSON.stringify(values),
      'docri:nodes': '{}',
    }),
  });
  await allowReading(helper, document, [session.username], true);
  return { document, model, initiator: session.username, documentIds, values, nodes: {} };
}

/**
 * Locks a workflow before it or one of its tasks is changed, so that its steps run one after the other and see each other's
 * results. Its documents are held first, in the order in which a removal of one of them locks too.
 */
export async function holdInstance(session: Session, id: string): Promise<WorkflowInstance | undefined> {
  const { documents } = await session.write();
  const found = await documents.get(id);
  const about = found && readInstance(session, found)?.documentIds;
  for (const document of (about ?? []).toSorted()) await holdSubtree(session, { id: document });
  const row = await documents.getForUpdate(id);
  return row && readInstance(session, row);
}

export async function saveInstance(session: Session, instance: WorkflowInstance): Promise<void> {
  const saved = await changeRow(session, instance.document.id, ({ properties }) => ({
    properties: {
      ...properties,
      'docri:variables': JSON.stringify(instance.values),
      'docri:nodes': JSON.stringify(instance.nodes),
    },
  }));
  if (!saved) throw errors.documentNotFound(instance.document.id);
}

/** The folder of tasks; made again when somebody has deleted it. */
export async function taskFolder(session: Session): Promise<DocumentRow> {
  return rootFolder(elevated(session), taskRoot, 'TaskRoot', 'Task');
}

async function rootFolder(session: Session, path: string, type: string, title: string): Promise<DocumentRow> {
  const root = await session.read.documents.root(session.repositoryName);
  if (!root) throw errors.documentNotFound('/');
  const name = path.slice(1);
  const place = await fixedChild(session, root, name, async () => {
    const owned = new OwnedValues({ 'dc:title': title });
    const folder = await createDocument(session, root, { type, name, keepsName: true, owned });
    return addAces(session, folder, { acl: 'local', aces: [], blockInheritance: true });
  });
  if (place.type !== type) {
    throw new RepositoryError('conflict', `${path} is no ${type}: move it away, the server needs the place`);
  }
  return place;
}

/** Lets people (names without a prefix) read a workflow's document; the engine does everything else for them. */
export async function allowReading(
  session: Session,
  document: DocumentRow,
  names: readonly string[],
  blockInheritance = false,
): Promise<void> {
  const current = (await session.read.documents.get(document.id)) ?? document;
  await addAces(session, current, {
    acl: 'local',
    aces: [...new Set(names)].map((name) => ace(name, 'Read', session.username)),
    blockInheritance,
  });
}

export function ace(username: string, permission: string, creator: string): Ace {
  return { username, permission, granted: true, creator, begin: null, end: null };
}

/** Removes the prefix of `user:leela` and `group:crew`. */
export function bareName(name: string): string {
  return name.replace(/^(?:user|group):/, '');
}
