/** The space that a document uses, where count of it is kept. */
import { isCounted, quotaInfo, quotaStatistics } from '#server/core/documents/quota.ts';
import type { DocumentEnricher } from './enricher.ts';

export const quota: DocumentEnricher = {
  name: 'quota',
  value: async ({ session }, document) =>
    isCounted(document)
      ? { ...(await quotaInfo(session, document)), ...(await quotaStatistics(session, document)) }
      : undefined,
};
