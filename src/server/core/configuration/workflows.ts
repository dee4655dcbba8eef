/** Workflow models from configuration; workflow/definitions.ts explains the words. */
import type {
  Assignee,
  Button,
  Condition,
  Effect,
  Transition,
  Variable,
  WorkflowModel,
  WorkflowNode,
} from '../workflow/definitions.ts';
import { asBoolean, asString, asStrings, type Reader } from './reader.ts';

export function readWorkflows(section: Reader): readonly WorkflowModel[] {
  return section.entries((name, value) => {
    const fields = value.fields(['title', 'types', 'needsUnlocked', 'variables', 'nodes']);
    return {
      name,
      title: fields.optional('title')?.string() ?? name,
      types: fields.optional('types')?.list(asString) ?? ['Document'],
      needsUnlocked: fields.optional('needsUnlocked')?.boolean() ?? false,
      variables: fields.optional('variables')?.list(readVariable) ?? [],
      nodes: fields.required('nodes').list(readNode),
    };
  });
}

function readVariable(value: Reader): Variable {
  const fields = value.fields(['name', 'type', 'default']);
  return {
    name: fields.required('name').string(),
    type:
      fields.optional('type')?.word(['string', 'long', 'date', 'boolean', 'stringList', 'blob']) ?? 'string',
    ...(fields.optional('default') ? { defaultValue: fields.required('default').json() } : {}),
  };
}

function readNode(value: Reader): WorkflowNode {
  const fields = value.fields([
    'id',
    'title',
    'kind',
    'x',
    'y',
    'directive',
    'assignee',
    'grants',
    'buttons',
    'variables',
    'shared',
    'due',
    'allowsReassignment',
    'onEnter',
    'onLeave',
    'transitions',
  ]);
  const id = fields.required('id').string();
  return {
    id,
    title: fields.optional('title')?.string() ?? id,
    kind: fields.required('kind').word(['start', 'task', 'multiTask', 'end']),
    x: fields.optional('x')?.number() ?? 0,
    y: fields.optional('y')?.number() ?? 0,
    transitions: fields.optional('transitions')?.list(readTransition) ?? [],
    ...fields.maybe('directive', asString),
    ...fields.maybe('assignee', readAssignee),
    ...fields.maybe('grants', asString),
    ...fields.maybe('buttons', (list) => list.list(readButton)),
    ...fields.maybe('variables', (list) => list.list(readVariable)),
    ...fields.maybe('shared', asStrings),
    ...fields.maybe('due', readDue),
    ...fields.maybe('allowsReassignment', asBoolean),
    ...fields.maybe('onEnter', (list) => list.list((one) => readEffect(one))),
    ...fields.maybe('onLeave', (list) => list.list(readLeavingEffect)),
  };
}

function readAssignee(value: Reader): Assignee {
  if (value.value === 'initiator') return { kind: 'initiator' };
  const fields = value.fields(['variable', 'index']);
  return { kind: 'variable', name: fields.required('variable').string(), ...fields.maybe('index', asString) };
}

function readDue(value: Reader): { readonly days: number } | { readonly variable: string } {
  const fields = value.fields(['days', 'variable']);
  const variable = fields.optional('variable')?.string();
  return variable === undefined ? { days: fields.required('days').number() } : { variable };
}

function readButton(value: Reader): Button {
  const fields = value.fields(['name', 'label', 'validate']);
  const name = fields.required('name').string();
  return {
    name,
    label: fields.optional('label')?.string() ?? name,
    validate: fields.optional('validate')?.boolean() ?? true,
  };
}

function readTransition(value: Reader): Transition {
  const fields = value.fields(['to', 'label', 'when', 'effects']);
  return {
    to: fields.required('to').string(),
    label: fields.optional('label')?.string() ?? '',
    when: fields.optional('when')?.list(readCondition) ?? [],
    ...fields.maybe('effects', (list) => list.list((one) => readEffect(one))),
  };
}

function readCondition(value: Reader): Condition {
  const fields = value.fields(['kind', 'name', 'index', 'list']);
  const kind = fields
    .required('kind')
    .word(['button', 'indexAtEnd', 'indexInside', 'indexBefore', 'indexNotBefore']);
  switch (kind) {
    case 'button':
      return { kind, name: fields.required('name').string() };
    case 'indexBefore':
    case 'indexNotBefore':
      return { kind, index: fields.required('index').string() };
    default:
      return { kind, index: fields.required('index').string(), list: fields.required('list').string() };
  }
}

const effectWords = [
  'kind',
  'variable',
  'value',
  'amount',
  'from',
  'to',
  'onlyWhen',
  'into',
  'event',
  'comment',
  'subject',
];

function readLeavingEffect(value: Reader): Effect & { readonly button?: string } {
  return {
    ...readEffect(value, ['button']),
    ...value.fields([...effectWords, 'button']).maybe('button', asString),
  };
}

function readEffect(value: Reader, further: readonly string[] = []): Effect {
  const fields = value.fields([...effectWords, ...further]);
  const text = (name: string): string => fields.required(name).string();
  const kind = fields
    .required('kind')
    .word(['set', 'add', 'copy', 'approve', 'lock', 'unlock', 'collectOpinions', 'audit', 'mailInitiator']);
  switch (kind) {
    case 'set':
      return { kind, variable: text('variable'), value: fields.required('value').json() };
    case 'add':
      return { kind, variable: text('variable'), amount: fields.required('amount').number() };
    case 'copy':
      return { kind, from: text('from'), to: text('to') };
    case 'approve':
      return { kind, ...fields.maybe('onlyWhen', readOnlyWhen) };
    case 'lock':
    case 'unlock':
      return { kind };
    case 'collectOpinions':
      return { kind, into: text('into') };
    case 'audit':
      return { kind, event: text('event'), comment: text('comment') };
    case 'mailInitiator':
      return { kind, subject: text('subject') };
  }
}

function readOnlyWhen(value: Reader) {
  const fields = value.fields(['variable', 'equals']);
  return { variable: fields.required('variable').string(), equals: fields.required('equals').json() };
}
