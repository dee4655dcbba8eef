/** The space that a container takes, if it is counted. */
import { isCounted, quotaInfo, quotaStatistics } from '#server/core/documents/quota.ts';
import type { DocumentEnricher } from './enricher.ts';

export const quota: DocumentEnricher = {
  name: 'quota',
  value: async ({ session }, document) =>
    isCounted(document)
      ? { ...(await quotaInfo(session, document)), ...(await quotaStatistics(session, document)) }
      : undefined,
};
