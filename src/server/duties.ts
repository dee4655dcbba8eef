/** All job handlers and periodic tasks of a running server. */

import { forgetOldAudit, sealAudit } from '#server/core/audit/seals.ts';
import { checkJob } from '#server/core/consistency/check-job.ts';
import { contentJob } from '#server/core/documents/content-job.ts';
import { removalJob } from '#server/core/documents/removal-job.ts';
import { statesBelowJob } from '#server/core/documents/states-below.ts';
import { removeUnfinishedFiles, sweepBlobs } from '#server/core/files/blobs.ts';
import { conversionJob } from '#server/core/files/conversion-jobs.ts';
import type { JobHandler } from '#server/core/kernel/jobs.ts';
import type { OperationRunner } from '#server/operations/machinery/runner.ts';
import type { Chore } from './background.ts';
import { hookJob } from './core/hooks/hook-job.ts';
import { sweep } from './core/housekeeping.ts';
import { letterJob, lettersJob } from './core/mail/letter-jobs.ts';
import { newsJob } from './core/mail/news.ts';
import { ownMailJob } from './core/mail/own-mail.ts';
import { bulkJob } from './core/search/bulk.ts';
import { importPeople } from './core/signin/import-people.ts';
import { storeUses } from './core/signin/token-uses.ts';
import { endUnusedSignIns } from './core/signin/unused-sign-ins.ts';
import { overdueWorkflowJob } from './core/workflow/workflows.ts';
import { sweepBrowserSessions } from './http/oauth/browser-session.ts';
import { operationJob } from './http/resources/later-operations.ts';
import { ruleJob } from './operations/rule-job.ts';

const minute = 60_000;

export function jobHandlers(operations: OperationRunner): readonly JobHandler[] {
  return [
    contentJob,
    conversionJob,
    bulkJob,
    checkJob,
    removalJob,
    statesBelowJob,
    overdueWorkflowJob,
    operationJob(operations),
    hookJob,
    ruleJob(operations),
    newsJob,
    lettersJob,
    letterJob,
    ownMailJob,
  ];
}

export const housekeeping: readonly Chore[] = [
  { name: 'Housekeeping', everyMilliseconds: 10 * minute, run: sweep },
  { name: 'Importing people', everyMilliseconds: 60 * minute, run: importPeople },
  {
    name: 'Sealing the audit trail',
    everyMilliseconds: 10 * minute,
    run: async (repository) => {
      await sealAudit(repository);
      await forgetOldAudit(repository);
    },
  },
  { name: 'Noting uses of tokens', everyMilliseconds: minute, isOfEachServer: true, run: storeUses },
  { name: 'Ending unused sign-ins', everyMilliseconds: 24 * 60 * minute, run: endUnusedSignIns },
  { name: 'Removing unused files', everyMilliseconds: 60 * minute, run: sweepBlobs },
  {
    name: 'Removing unfinished files',
    everyMilliseconds: 60 * minute,
    isOfEachServer: true,
    run: removeUnfinishedFiles,
  },
  {
    name: 'Ending browser sessions',
    everyMilliseconds: 60 * minute,
    run: sweepBrowserSessions,
  },
];
