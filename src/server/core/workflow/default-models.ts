/** The two workflow models of a new server. Titles and labels are i18n keys. */
import type { Button, Effect, Variable, WorkflowModel } from './definitions.ts';

const reviewable = ['Audio', 'File', 'Note', 'Picture', 'Video'];

const button = (name: string, label: string, validate = true): Button => ({ name, label, validate });
const string = (name: string, defaultValue?: string): Variable => ({
  name,
  type: 'string',
  ...(defaultValue === undefined ? {} : { defaultValue }),
});
const comment = string('comment');
const assignees: Variable = { name: 'assignees', type: 'stringList' };

const remember: Effect = { kind: 'copy', from: 'comment', to: 'initiatorComment' };

const serialKey = (key: string): string => `wf.serialDocumentReview.${key}`;

const serialReview: WorkflowModel = {
  name: 'SerialDocumentReview',
  title: serialKey('SerialDocumentReview'),
  types: reviewable,
  needsUnlocked: false,
  variables: [
    { name: 'index', type: 'long', defaultValue: 0 },
    string('initiatorComment'),
    { name: 'participants', type: 'stringList', defaultValue: [] },
    string('validationOrReview', 'validation'),
  ],
  nodes: [
    {
      id: 'Task375f',
      title: 'Start',
      kind: 'start',
      x: 300,
      y: 40,
      transitions: [{ to: 'Task38e', label: '', when: [] }],
    },
    {
      id: 'Task38e',
      title: serialKey('chooseParticipants'),
      kind: 'task',
      x: 240,
      y: 160,
      directive: serialKey('pleaseSelect'),
      assignee: { kind: 'initiator' },
      buttons: [
        button('cancel', serialKey('cancel'), false),
        button('start_review', serialKey('startReview')),
      ],
      variables: [comment],
      shared: ['participants', 'validationOrReview'],
      due: { days: 5 },
      transitions: [
        { to: 'Task5c1', label: serialKey('cancel'), when: [{ kind: 'button', name: 'cancel' }] },
        {
          to: 'Task6d8',
          label: serialKey('startReview'),
          when: [{ kind: 'button', name: 'start_review' }],
          effects: [remember],
        },
      ],
    },
    {
      id: 'Task6d8',
      title: serialKey('DocumentValidation'),
      kind: 'task',
      x: 240,
      y: 320,
      directive: serialKey('AcceptReject'),
      assignee: { kind: 'variable', name: 'participants', index: 'index' },
      grants: 'ReadWrite',
      buttons: [button('reject', serialKey('reject')), button('validate', serialKey('validate'))],
      variables: [comment],
      shared: ['initiatorComment', 'participants'],
      due: { days: 5 },
      allowsReassignment: true,
      onLeave: [
        { kind: 'add', variable: 'index', amount: 1, button: 'validate' },
        { kind: 'add', variable: 'index', amount: -1, button: 'reject' },
      ],
      transitions: [
        {
          to: 'Task5c1',
          label: serialKey('validate'),
          when: [
            { kind: 'button', name: 'validate' },
            { kind: 'indexAtEnd', index: 'index', list: 'participants' },
          ],
          effects: [
            { kind: 'approve', onlyWhen: { variable: 'validationOrReview', equals: 'validation' } },
            { kind: 'audit', event: 'serialDocumentReviewDone', comment: 'Review finished' },
            { kind: 'mailInitiator', subject: serialKey('reviewDone') },
          ],
        },
        {
          to: 'Task6d8',
          label: serialKey('nextParticipant'),
          when: [
            { kind: 'button', name: 'validate' },
            { kind: 'indexInside', index: 'index', list: 'participants' },
          ],
        },
        {
          to: 'Task6d8',
          label: serialKey('previousParticipant'),
          when: [
            { kind: 'button', name: 'reject' },
            { kind: 'indexNotBefore', index: 'index' },
          ],
        },
        {
          to: 'Task542',
          label: serialKey('reject'),
          when: [
            { kind: 'button', name: 'reject' },
            { kind: 'indexBefore', index: 'index' },
          ],
        },
      ],
    },
    {
      id: 'Task542',
      title: serialKey('updateRequest'),
      kind: 'task',
      x: 520,
      y: 320,
      directive: serialKey('updateRequest.directive'),
      assignee: { kind: 'initiator' },
      buttons: [button('cancel', serialKey('cancel'), false), button('submit', serialKey('submit'))],
      variables: [comment],
      due: { days: 5 },
      transitions: [
        { to: 'Task5c1', label: serialKey('cancel'), when: [{ kind: 'button', name: 'cancel' }] },
        {
          to: 'Task6d8',
          label: serialKey('submit'),
          when: [{ kind: 'button', name: 'submit' }],
          effects: [{ kind: 'set', variable: 'index', value: 0 }],
        },
      ],
    },
    { id: 'Task5c1', title: 'Stop', kind: 'end', x: 300, y: 480, transitions: [] },
  ],
};

const parallelKey = (key: string): string => `wf.parallelDocumentReview.${key}`;

const parallelReview: WorkflowModel = {
  name: 'ParallelDocumentReview',
  title: parallelKey('ParallelDocumentReview'),
  types: reviewable,
  needsUnlocked: true,
  variables: [
    { name: 'end_date', type: 'date' },
    string('initiatorComment'),
    { name: 'participants', type: 'stringList', defaultValue: [] },
    string('review_result'),
    { name: 'review_result_file', type: 'blob' },
    string('validationOrReview'),
  ],
  nodes: [
    {
      id: 'Task21a0',
      title: 'Start',
      kind: 'start',
      x: 300,
      y: 40,
      transitions: [{ to: 'Task2556', label: '', when: [], effects: [{ kind: 'lock' }] }],
    },
    {
      id: 'Task2556',
      title: parallelKey('chooseParticipants.title'),
      kind: 'task',
      x: 240,
      y: 160,
      directive: parallelKey('chooseParticipants.directive'),
      assignee: { kind: 'initiator' },
      buttons: [
        button('cancel', parallelKey('cancel'), false),
        button('start_review', parallelKey('startReview')),
      ],
      variables: [assignees, comment],
      shared: ['end_date', 'participants'],
      due: { days: 1 },
      transitions: [
        {
          to: 'Task2225',
          label: parallelKey('cancel'),
          when: [{ kind: 'button', name: 'cancel' }],
          effects: [{ kind: 'unlock' }],
        },
        {
          to: 'Task328d',
          label: parallelKey('startReview'),
          when: [{ kind: 'button', name: 'start_review' }],
          effects: [remember],
        },
      ],
    },
    {
      id: 'Task328d',
      title: parallelKey('give_opinion.title'),
      kind: 'multiTask',
      x: 240,
      y: 320,
      directive: parallelKey('give_opinion.directive'),
      assignee: { kind: 'variable', name: 'participants' },
      grants: 'Read',
      buttons: [
        button('NA', parallelKey('give_opinion.NA')),
        button('approve', parallelKey('give_opinion.approve')),
        button('reject', parallelKey('give_opinion.reject')),
      ],
      variables: [assignees, comment],
      shared: ['initiatorComment'],
      due: { variable: 'end_date' },
      allowsReassignment: true,
      transitions: [
        {
          to: 'Task2169',
          label: parallelKey('consolidate'),
          when: [],
          effects: [{ kind: 'collectOpinions', into: 'review_result' }],
        },
      ],
    },
    {
      id: 'Task2169',
      title: parallelKey('consolidate.title'),
      kind: 'task',
      x: 240,
      y: 480,
      directive: parallelKey('consolidate.directive'),
      assignee: { kind: 'initiator' },
      grants: 'ReadWrite',
      buttons: [
        button('reject', parallelKey('consolidate.reject')),
        button('validate', parallelKey('consolidate.validate')),
      ],
      variables: [assignees, comment],
      shared: ['review_result'],
      due: { days: 5 },
      allowsReassignment: true,
      transitions: [
        {
          to: 'Task22b4',
          label: parallelKey('consolidate.validate'),
          when: [{ kind: 'button', name: 'validate' }],
          effects: [{ kind: 'unlock' }, { kind: 'approve' }],
        },
        {
          to: 'Task232e',
          label: parallelKey('consolidate.reject'),
          when: [{ kind: 'button', name: 'reject' }],
          effects: [{ kind: 'unlock' }],
        },
      ],
    },
    { id: 'Task2225', title: 'Stop', kind: 'end', x: 520, y: 160, transitions: [] },
    { id: 'Task22b4', title: 'Stop', kind: 'end', x: 160, y: 640, transitions: [] },
    { id: 'Task232e', title: 'Stop', kind: 'end', x: 400, y: 640, transitions: [] },
  ],
};

export const defaultModels: readonly WorkflowModel[] = [serialReview, parallelReview];
