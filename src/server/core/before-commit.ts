/** What features do in the transaction of every call that changed something, just before it commits. */
import { storeCounts } from './documents/quota.ts';
import { queueHooks } from './hooks/queue-hooks.ts';
import type { BeforeCommit } from './kernel/session.ts';
import { queueNews } from './mail/queue-news.ts';
import { queueRules } from './rules/queue-rules.ts';

export const beforeCommit: readonly BeforeCommit[] = [storeCounts, queueNews, queueHooks, queueRules];
