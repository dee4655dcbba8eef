/**
 * Runs a rule's operation on the document of an event, as the person whom the rule names.
 * Invariant: it has only that person's rights: for a document that they may not see, nothing runs. Failures are logged, and
 * tried again like other jobs.
 */
import type { EventRule } from '#server/core/configuration/rules.ts';
import { getDocument } from '#server/core/documents/documents.ts';
import { Budget } from '#server/core/kernel/budget.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { JobHandler } from '#server/core/kernel/jobs.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession } from '#server/core/kernel/session.ts';
import { principalsOf } from '#server/core/people/principals.ts';
import { noteRules, ruleJobKind } from '#server/core/rules/queue-rules.ts';
import { isJsonObject, isString, type Json, type JsonObject } from '#wire/json.ts';
import type { OperationRunner } from './machinery/runner.ts';

export function ruleJob(operations: OperationRunner): JobHandler {
  return {
    kind: ruleJobKind,
    run: async (repository, job, ending) => {
      const { rule: name, before, repository: repositoryName, document, event } = job.payload;
      // The configuration may have changed since the event.
      const rule = repository.rules.find((one) => one.name === name);
      if (!rule || !isString(document) || !isString(repositoryName)) return { ran: false };
      const { administratorGroups } = repository.settings;
      const principals = await readStores(repository, (stores) =>
        principalsOf(stores, administratorGroups, rule.username),
      );
      if (!principals) return refused(repository, rule, `there is nobody called ${rule.username}`);
      if (operations.isAdministratorOnly(rule.operation) && !principals.isAdministrator)
        return refused(repository, rule, `${rule.operation} is for administrators`);
      const budget = new Budget(repository.settings.limits.job, ending);
      noteRules(budget, [...names(before), rule.name]);
      try {
        await inSession(repository, { principals, repositoryName, budget }, async (session) => {
          const call = {
            input: { kind: 'document', document: await getDocument(session, { id: document }) } as const,
            params: rule.params,
            context: { event: isJsonObject(event) ? event : {} },
          };
          const { publicUrl, basePath } = repository.settings;
          const request = { baseUrl: `${publicUrl ?? ''}${basePath}`, locale: 'en' };
          await operations.run(session, rule.operation, call, request);
        });
        return { ran: true };
      } catch (error) {
        // Missing rights and missing documents will not change at the next attempt.
        if (error instanceof RepositoryError && !error.isTransient && error.status < 500)
          return refused(repository, rule, error.message);
        throw error;
      }
    },
  };
}

function refused({ ports }: Repository, rule: EventRule, reason: string): JsonObject {
  ports.log.warn(`The rule “${rule.name}” did not run`, { reason });
  return { ran: false, reason };
}

function names(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter(isString) : [];
}
