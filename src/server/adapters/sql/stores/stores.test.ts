/** Runs every contract on every available engine. */
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { aggregateCases } from '../testing/aggregates.contract.ts';
import { documentCases } from '../testing/documents.contract.ts';
import { entryCases } from '../testing/entries.contract.ts';
import { queryCases } from '../testing/queries.contract.ts';
import { auditCases, batchCases, jobCases, otherCases } from '../testing/records.contract.ts';
import { rightsCases } from '../testing/rights.contract.ts';
import type { StoreCase } from '../testing/sample-documents.ts';
import { nameMissingEngines, openTestEngines } from '../testing/test-engines.ts';
import { treeCases } from '../testing/trees.contract.ts';
import { unitCases } from '../testing/units.contract.ts';

const contracts: Readonly<Record<string, readonly StoreCase[]>> = {
  documents: documentCases,
  trees: treeCases,
  rights: rightsCases,
  units: unitCases,
  queries: queryCases,
  aggregates: aggregateCases,
  entries: entryCases,
  audit: auditCases,
  batches: batchCases,
  jobs: jobCases,
  others: otherCases,
};

const stores = await openTestEngines();
for (const store of stores) {
  for (const [contract, cases] of Object.entries(contracts)) {
    for (const { name, run } of cases) {
      test(`${store.engine}, ${contract}: ${name}`, () => run(store, randomUUID()));
    }
  }
}
nameMissingEngines(stores, Object.values(contracts).flat().length);
