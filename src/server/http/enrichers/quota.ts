/** The space that a document uses, where count of it is kept (platform.md §9.3). */
import { isCounted, quotaInfo, quotaStatistics } from '#server/core/documents/quota.ts';
import type { DocumentEnricher } from './enricher.ts';

export const quota: DocumentEnricher = {
  name: 'quota',
  value: async ({ session }, document) =>
    isCounted(document)
      ? { ...(await quotaInfo(session, document)), ...(await quotaStatistics(session, document)) }
      : undefined,
};
