/** The first requests of clients: status, version and repositories. */
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Application } from '../application.ts';
import { baseUrlOf } from '../application.ts';
import { authenticate, unauthorized } from '../authentication/authenticate.ts';
import { json, text } from '../responses.ts';

export async function runningStatus(application: Application, url: URL): Promise<Response> {
  const info = url.searchParams.get('info');
  if (info === 'started') return text('true');
  const isUnknown = info === 'probe' && url.searchParams.get('key') !== 'repositoryStatus';
  if (isUnknown) return new Response(null, { status: 404 });
  if (info === 'summary') return new Response(null, { status: 403 });
  try {
    await readStores(application.repository, (stores) =>
      stores.documents.root(application.repository.repositoryNames[0] ?? 'default'),
    );
    return text('true\nThe repository answers.');
  } catch {
    return text('false\nThe repository does not answer.', 500);
  }
}

export async function cmisServlet(application: Application, request: Request, url: URL): Promise<Response> {
  const principals = await authenticate(application, request, url);
  if (!principals) throw unauthorized();
  const { repository, settings } = application;
  const base = baseUrlOf(settings, url);
  const described: Record<string, object> = {};
  for (const name of repository.repositoryNames) {
    const root = await readStores(repository, (stores) => stores.documents.root(name));
    described[name] = describeRepository(name, root?.id ?? '', base, repository.settings.productVersion);
  }
  return json(described);
}

function describeRepository(name: string, rootId: string, base: string, productVersion: string): object {
  return {
    repositoryId: name,
    repositoryName: `Muniment repository ${name}`,
    repositoryDescription: `Muniment repository ${name}`,
    vendorName: 'Muniment',
    productName: 'Muniment',
    productVersion,
    rootFolderId: rootId,
    repositoryUrl: `${base}/json/cmis/${name}`,
    rootFolderUrl: `${base}/json/cmis/${name}/root`,
    latestChangeLogToken: '0',
    cmisVersionSupported: '1.1',
    thinClientURI: `${base}/`,
    changesIncomplete: false,
    changesOnType: ['cmis:document', 'cmis:folder'],
    principalIdAnonymous: 'Guest',
    principalIdAnyone: 'Everyone',
    capabilities: {
      capabilityACL: 'manage',
      capabilityAllVersionsSearchable: true,
      capabilityChanges: 'objectidsonly',
      capabilityContentStreamUpdatability: 'pwconly',
      capabilityGetDescendants: true,
      capabilityGetFolderTree: true,
      capabilityMultifiling: false,
      capabilityUnfiling: false,
      capabilityVersionSpecificFiling: false,
      capabilityPWCSearchable: true,
      capabilityPWCUpdatable: true,
      capabilityQuery: 'bothcombined',
      capabilityJoin: 'none',
      capabilityRenditions: 'read',
    },
    aclCapabilities: {
      propagation: 'propagate',
      supportedPermissions: 'both',
      permissions: [],
      permissionMapping: [],
    },
    extendedFeatures: [],
  };
}
