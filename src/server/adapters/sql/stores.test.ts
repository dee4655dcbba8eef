/** Every contract on every engine that is there. */
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { documentCases } from './documents.contract.ts';
import { entryCases } from './entries.contract.ts';
import { queryCases } from './queries.contract.ts';
import { auditCases, batchCases, jobCases, otherCases } from './records.contract.ts';
import type { StoreCase } from './sample-documents.ts';
import { nameMissingEngines, openTestEngines } from './test-engines.ts';
import { unitCases } from './units.contract.ts';

const contracts: Readonly<Record<string, readonly StoreCase[]>> = {
  documents: documentCases,
  units: unitCases,
  queries: queryCases,
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
