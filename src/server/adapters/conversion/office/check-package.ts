/** Refuses a zip package that unpacks to far too much, or whose sheets are far too large, before an office program opens it. */
import type { JsonObject } from '#wire/json.ts';
import type { Work } from '../isolate/work.ts';
import { refuseFarCells } from './sheet-reach.ts';
import { ZipPackage } from './zip-package.ts';

export async function checkPackage({ input }: Work): Promise<JsonObject> {
  await ZipPackage.use(input, async (zip) => {
    zip.refuseBomb();
    await refuseFarCells(zip);
  });
  return {};
}
