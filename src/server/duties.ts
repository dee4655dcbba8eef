/** What a running server does beside answering: every job handler and every regular clean-up stands here. */
import type { Chore } from './background.ts';
import { sweepBlobs } from './core/blobs.ts';
import { contentJob } from './core/content-job.ts';
import { conversionJob } from './core/conversion-jobs.ts';
import { sweep } from './core/housekeeping.ts';
import type { JobHandler } from './core/jobs.ts';
import { letterJob, lettersJob } from './core/mail/letter-jobs.ts';
import { newsJob } from './core/mail/news.ts';
import { ownMailJob } from './core/mail/own-mail.ts';
import { bulkJob } from './core/search/bulk.ts';
import { inSession, systemPrincipals } from './core/session.ts';
import { overdueWorkflowJob } from './core/workflow/workflows.ts';
import { sweepBrowserSessions } from './http/oauth/browser-session.ts';
import { operationJob } from './http/resources/later-operations.ts';
import type { OperationRunner } from './operations/runner.ts';

const minute = 60_000;

export function jobHandlers(operations: OperationRunner): readonly JobHandler[] {
  return [
    contentJob,
    conversionJob,
    bulkJob,
    overdueWorkflowJob,
    operationJob(operations),
    newsJob,
    lettersJob,
    letterJob,
    ownMailJob,
  ];
}

export const housekeeping: readonly Chore[] = [
  { name: 'Housekeeping', everyMilliseconds: 10 * minute, run: sweep },
  { name: 'Removing unused files', everyMilliseconds: 60 * minute, run: sweepBlobs },
  {
    name: 'Ending browser sessions',
    everyMilliseconds: 60 * minute,
    run: (repository) => inSession(repository, { principals: systemPrincipals }, sweepBrowserSessions),
  },
];
