/** Operations on records: documents that must be kept (core/documents/records.ts). */
import { makeRecord, retainUntil, setLegalHold } from '#server/core/documents/records.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { optional, required } from '../machinery/parameters.ts';

const category = 'Document';

const make = defineOperation({
  id: 'Document.MakeRecord',
  category,
  label: 'Make Record',
  description: 'Makes the input document a record, which can be put under retention and legal hold.',
  params: {},
  methods: {
    eachDocument: { to: 'document', run: ({ session }, document) => makeRecord(session, document) },
  },
});

const retain = defineOperation({
  id: 'Document.SetRetention',
  category,
  label: 'Set Retention',
  description: 'Keeps the input record until a date, which may be put off but not brought forward.',
  params: { until: required('date', 'Until when') },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { until } }, document) => retainUntil(session, document, new Date(until)),
    },
  },
});

const hold = defineOperation({
  id: 'Document.Hold',
  category,
  label: 'Hold',
  description: 'Puts the input record under a legal hold.',
  params: { description: optional('string', 'Why') },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) =>
        setLegalHold(session, document, true, params.description ?? null),
    },
  },
});

const unhold = defineOperation({
  id: 'Document.Unhold',
  category,
  label: 'Unhold',
  description: 'Takes the legal hold off the input record.',
  params: {},
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session }, document) => setLegalHold(session, document, false, null),
    },
  },
});

export const recordOperations = [make, retain, hold, unhold];
