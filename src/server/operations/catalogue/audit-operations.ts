/** Operations on the audit trail, events and the server's log. */
import { documentHistory, wholeHistory } from '#server/core/audit/audit.ts';
import { type AuditParameters, parseAuditQuery } from '#server/core/audit/audit-query.ts';
import { getDocument } from '#server/core/documents/documents.ts';
import type { SortKey } from '#server/core/kernel/document-store.ts';
import type { Json } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import type { OperationContext } from '../machinery/context.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { parsedJson } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';
import { readListText } from '../machinery/properties-text.ts';

const log = defineOperation({
  id: 'Log',
  aliases: ['LogOperation'],
  category: 'Notification',
  label: 'Log',
  description: 'Writes a line to the server’s log.',
  params: {
    category: optional('string', 'Who says it'),
    message: required('string', 'What to say'),
    level: defaulted('string', 'info', 'How much it matters', {
      values: ['info', 'debug', 'warn', 'error'],
    }),
  },
  methods: {
    void: {
      to: 'void',
      run: ({ session, params: { category, message, level } }) => {
        const { log: logger } = session.repository.ports;
        const fields = { source: 'operation', user: session.username, category: category ?? null };
        const line = message.slice(0, longestLine);
        if (level === 'error') logger.error(line, fields);
        else if (level === 'warn') logger.warn(line, fields);
        else logger.info(line, fields);
      },
    },
  },
});
const longestLine = 10_000;

const logEvent = defineOperation({
  id: 'Audit.LogEvent',
  aliases: ['Audit.Log'],
  category: 'Services',
  label: 'Log Event In Audit',
  description: 'Adds an entry about the input documents to the audit trail.',
  params: {
    event: required('string', 'Name of the event'),
    category: defaulted('string', 'Automation', 'Category of the event'),
    comment: optional('string', 'What to say with it'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { event, category, comment } }, document) => {
        session.audit({ eventId: event, category, comment: comment ?? null, document });
        return document;
      },
    },
  },
});

const query = defineOperation({
  id: 'Audit.Query',
  category: 'Services',
  label: 'Query Audit Service',
  description:
    'Entries of the audit trail, as: from LogEntry log where log.eventId in (…) and (… or …) order by log.eventDate desc. Named parameters are variables of the call.',
  params: {
    query: required('string', 'The question'),
    pageNo: defaulted('integer', 1, 'Which page, from 1'),
    maxResults: optional('integer', 'Entries on a page'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, context, params: { query: text, pageNo, maxResults } }) => {
        const { docUUID, ...question } = parseAuditQuery(text, variables(context));
        const page = { pageSize: maxResults ?? 0, currentPageIndex: Math.max(0, pageNo - 1) };
        const found =
          docUUID === undefined
            ? await wholeHistory(session, question, page)
            : await documentHistory(session, await getDocument(session, { id: docUUID }), question, page);
        return found.entries.map((entry) => ({ ...entry }));
      },
    },
  },
});

function variables(context: OperationContext): AuditParameters {
  return Object.fromEntries(
    context.entries().flatMap(([name, input]) => (input.kind === 'json' ? [[name, input.value]] : [])),
  );
}

const byProvider = defineOperation({
  id: 'Audit.QueryWithPageProvider',
  aliases: ['Audit.PageProvider'],
  category: 'Fetch',
  label: 'AuditPageProvider',
  description:
    'One page of the audit trail: of a document with its id as the query parameter, else of everything.',
  params: {
    providerName: optional('string', 'DOCUMENT_HISTORY_PROVIDER, or another for the whole trail'),
    query: optional('string', 'Conditions, as Audit.Query takes them'),
    language: defaulted('string', 'NXQL', 'Accepted from older clients'),
    currentPageIndex: defaulted('integer', 0, 'Which page, from 0'),
    pageSize: defaulted('integer', 20, 'Entries on a page'),
    queryParams: optional('stringlist', 'Id of the document'),
    namedQueryParams: optional('properties', 'Conditions by name: eventIds, principalNames …'),
    sortBy: optional('string', 'Column to sort by'),
    sortOrder: optional('string', 'ASC or DESC'),
  },
  methods: {
    void: {
      to: 'logEntries',
      run: async ({ session, params }) => {
        const { currentPageIndex, pageSize, queryParams, sortBy, sortOrder, namedQueryParams = {} } = params;
        const sort: readonly SortKey[] | undefined = sortBy
          ? [{ name: sortBy, descending: sortOrder?.toUpperCase() !== 'ASC' }]
          : undefined;
        const named = (...names: readonly string[]) =>
          names.flatMap((name) => listOf(namedQueryParams[name]));
        const query = params.query ? parseAuditQuery(params.query, namedQueryParams) : undefined;
        const question = {
          eventIds: named('eventIds', 'eventId'),
          categories: named('eventCategory', 'eventCategories'),
          principals: named('principalName', 'principalNames'),
          from: named('startDate')[0],
          to: named('endDate')[0],
          condition: query?.condition,
          sort: sort ?? query?.sort,
        };
        const page = { pageSize, currentPageIndex };
        const id = query?.docUUID ?? queryParams?.[0] ?? named('uuid')[0];
        return id === undefined
          ? wholeHistory(session, question, page)
          : documentHistory(session, await getDocument(session, { id }), question, page);
      },
    },
  },
});

/** Accepts an array, JSON text, or a comma-separated list. */
function listOf(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  if (!isString(value) || value === '') return [];
  return /^\s*\[/.test(value) ? listOf(parsedJson(value)) : readListText(value);
}

const fire = defineOperation({
  id: 'Event.Fire',
  aliases: ['Notification.SendEvent'],
  category: 'Notification',
  label: 'Send Event',
  description: 'Announces an event; the audit trail keeps it, about the input document when there is one.',
  params: {
    name: required('string', 'Name of the event'),
    properties: defaulted('properties', {}, 'What belongs to it'),
  },
  methods: {
    document: {
      to: 'void',
      run: ({ session, params: { name, properties } }, document) => {
        session.audit({ eventId: name, category: 'Automation', extended: properties, document });
      },
    },
    void: {
      to: 'void',
      run: ({ session, params: { name, properties } }) => {
        session.audit({ eventId: name, category: 'Automation', extended: properties });
      },
    },
  },
});

export const auditOperations = [log, logEvent, query, byProvider, fire];
