/** All enrichers by name. A new one is one object in one of these lists. */

import { activityEnrichers } from './activity.ts';
import { appearance } from './appearance.ts';
import type { DocumentEnricher, UserEnricher } from './enricher.ts';
import { quota } from './quota.ts';
import { rights } from './rights.ts';
import { surroundings } from './surroundings.ts';
import { workflowEnrichers } from './tasks.ts';
import { userProfile } from './user-profile.ts';

export const documentEnrichers: ReadonlyMap<string, DocumentEnricher> = new Map(
  [...appearance, ...surroundings, ...rights, ...activityEnrichers, ...workflowEnrichers, quota].map(
    (enricher) => [enricher.name, enricher],
  ),
);

export const userEnrichers: ReadonlyMap<string, UserEnricher> = new Map([[userProfile.name, userProfile]]);
