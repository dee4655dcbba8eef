/** Enrichers for a document's surroundings: ancestors, children, collections. Only what the caller may read. */
import { hasPermission } from '#server/core/access/access.ts';
import { collectionsOf, isCollection, memberIds } from '#server/core/collections/collections.ts';
import { findDocument } from '#server/core/documents/documents.ts';
import { subtypesIn } from '#server/core/documents/local-types.ts';
import { storedRenditions } from '#server/core/documents/stored-renditions.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import type { Call } from '../application.ts';
import { asJson } from '../presenters/as-json.ts';
import { documentList, presentDocument, presentDocuments } from '../presenters/document.ts';
import type { DocumentEnricher } from './enricher.ts';

export const surroundings: readonly DocumentEnricher[] = [
  {
    name: 'breadcrumb',
    value: async (call, document, level) => {
      const trail = [document];
      for (const ancestor of await call.session.read.documents.ancestors(liveId(document))) {
        if (ancestor.path === '/' || !(await hasPermission(call.session, ancestor, 'Read'))) break;
        trail.unshift(ancestor);
      }
      return asJson(await documentList(call, document.path === '/' ? [] : trail, level + 1));
    },
  },
  {
    name: 'children',
    value: async (call, document, level) =>
      asJson(await documentList(call, await childrenOf(call, document), level + 1)),
  },
  {
    name: 'hasContent',
    value: async (call, document) => {
      if (isCollection(call.session, document)) return hasReadableMember(call, document);
      return call.session.types.hasFacet(document, 'Folderish') && (await anyChild(call, document, visible));
    },
  },
  {
    name: 'hasFolderishChild',
    value: (call, document) => anyChild(call, document, `${visible} AND ecm:mixinType = 'Folderish'`),
  },
  {
    // Not in the Platform: a list of folders gets the number of children of each in one request.
    name: 'childrenCount',
    value: async ({ session }, document) => {
      if (!session.types.hasFacet(document, 'Folderish')) return undefined;
      return (await runQuery(session, childrenWhere(document, visible), { pageSize: 1 })).page.resultsCount;
    },
  },
  {
    name: 'firstAccessibleAncestor',
    value: async (call, document, level) => {
      for (const ancestor of await call.session.read.documents.ancestors(liveId(document))) {
        if (await hasPermission(call.session, ancestor, 'Read')) {
          return asJson(await presentDocument(call, ancestor, level + 1));
        }
      }
      return undefined;
    },
  },
  {
    name: 'collections',
    value: async (call, document, level) =>
      (await presentDocuments(call, await collectionsOf(call.session, document), level + 1)).map(asJson),
  },
  {
    name: 'publications',
    value: async ({ session }, document) => {
      const proxies = await session.read.documents.proxiesOf([
        document.id,
        ...(await versionIds(session, document)),
        ...(await storedRenditions(session, liveId(document))).map(({ id }) => id),
      ]);
      let resultsCount = 0;
      for (const proxy of proxies) if (await hasPermission(session, proxy, 'Browse')) resultsCount++;
      return { resultsCount };
    },
  },
  {
    name: 'subtypes',
    value: async ({ session }, document) =>
      (await subtypesIn(session, document)).map((type) => ({
        type,
        facets: session.types.type(type)?.facets ?? [],
      })),
  },
];

const visible = "ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0 AND ecm:isTrashed = 0";

/** A version has the surroundings of its live document. */
function liveId(document: DocumentRow): string {
  return document.isVersion ? document.seriesId : document.id;
}

async function versionIds(session: Call['session'], document: DocumentRow): Promise<readonly string[]> {
  return (await session.read.documents.versions(document.seriesId)).map((version) => version.id);
}

async function childrenOf({ session }: Call, document: DocumentRow): Promise<readonly DocumentRow[]> {
  const found = await runQuery(
    session,
    `SELECT * FROM Document WHERE ecm:parentId = '${document.id}' AND ecm:isVersion = 0 AND ecm:isTrashed = 0 ORDER BY ecm:pos, dc:title`,
  );
  return found.entries;
}

function childrenWhere(document: DocumentRow, clause: string): string {
  return `SELECT * FROM Document WHERE ecm:parentId = '${document.id}' AND ${clause}`;
}

async function anyChild({ session }: Call, document: DocumentRow, clause: string): Promise<boolean> {
  const found = await runQuery(session, childrenWhere(document, clause), { pageSize: 1, maxResults: 1 });
  return found.entries.length > 0;
}

async function hasReadableMember({ session }: Call, collection: DocumentRow): Promise<boolean> {
  for (const id of memberIds(collection)) {
    const member = await findDocument(session, { id });
    if (member && !member.isTrashed) return true;
  }
  return false;
}
