/**
 * One call of the interface: address → caller → repository → route, in one transaction.
 * Invariant: every answer below the root needs a signed-in caller.
 */
import { Budget } from '#server/core/kernel/budget.ts';
import { errors } from '#server/core/kernel/errors.ts';
import { inSession } from '#server/core/kernel/session.ts';
import type { Address } from './address.ts';
import { parseAddress } from './address.ts';
import type { Application } from './application.ts';
import { baseUrlOf } from './application.ts';
import { authenticate, signedInUntil, unauthorized } from './authentication/authenticate.ts';
import { addKnown, allHeadersOf, callerOf } from './bytes/listener-hints.ts';
import { adapterNames } from './document-adapters/registry.ts';
import { onceOnly } from './idempotency.ts';
import { readingOptions } from './reading-options.ts';
import { markRepeatable } from './remembered-answers.ts';
import { answerMatrix } from './resources/bulk.ts';
import { answerDocument } from './resources/documents.ts';
import { type Found, findHandler } from './router.ts';
import { routes } from './routes.ts';

export async function answerInterface(
  application: Application,
  request: Request,
  url: URL,
  rawPath: string,
): Promise<Response> {
  const { repository, settings } = application;
  const principals = await authenticate(application, request, url);
  if (!principals) throw unauthorized();
  addKnown(request, { person: principals.username });
  const address = parseAddress(rawPath);
  const repositoryName = repositoryOf(application, request, url, address);
  const { handle, pattern, changesApart, takesBytes, isRepeatable, isOneTransaction } = handlerFor(
    request.method,
    address,
  );
  const until = isRepeatable ? signedInUntil(request, principals) : undefined;
  addKnown(request, { route: pattern });
  const response = await onceOnly(
    repository,
    { principals, repositoryName },
    request,
    { isOneTransaction, takesBytes },
    (once) =>
      inSession(
        repository,
        {
          principals,
          repositoryName,
          source: request.headers.get('source') ?? undefined,
          mayWrite: request.method !== 'GET' && request.method !== 'HEAD' && !changesApart,
          budget: new Budget(repository.settings.limits.call, callerOf(request)),
        },
        async (session) => {
          const earlier = await once.earlier(session);
          if (earlier) return earlier;
          const answer = await handle({
            application,
            request,
            url,
            address,
            baseUrl: baseUrlOf(settings, url),
            session,
            options: readingOptions(allHeadersOf(request), url.searchParams),
          });
          await once.keep(session, answer);
          if (until !== undefined && session.isRepeatable) markRepeatable(request, until);
          return answer;
        },
      ),
  );
  return request.method === 'HEAD' ? withoutBody(response) : response;
}

interface CallTraits {
  /** Its answer stays the same until something is committed. */
  readonly isRepeatable: boolean;
  /** All its changes are made by its session. */
  readonly isOneTransaction: boolean;
}

/** Documents, which any adapters may follow; all other addresses are in the route table. */
function handlerFor(method: string, address: Address): Found & CallTraits {
  const [kind] = address.segments;
  const isBulk = kind === 'bulk' && address.matrixIds.length > 0;
  if (kind === 'id' || kind === 'path' || isBulk) {
    const adapters = address.steps.map(
      ({ adapter }) => `/@${adapterNames.includes(adapter) ? adapter : '…'}`,
    );
    return {
      handle: isBulk ? answerMatrix : answerDocument,
      pattern: `${kind}/…${adapters.join('')}`,
      changesApart: false,
      takesBytes: false,
      isRepeatable: !isBulk && adapters.every((adapter) => adapter === '/@children'),
      isOneTransaction: !isBulk && adapters.length === 0,
    };
  }
  return { ...findHandler(routes, method, address), isRepeatable: false, isOneTransaction: false };
}

/** The first one given of: path prefix, header, parameter, default. */
function repositoryOf(
  { repository }: Application,
  request: Request,
  url: URL,
  address: Address,
): string | undefined {
  const name =
    address.repository ??
    request.headers.get('x-nxrepository') ??
    url.searchParams.get('nxrepository') ??
    undefined;
  if (name !== undefined && !repository.repositoryNames.includes(name)) {
    throw errors.notFound(`Repository ${name} does not exist`);
  }
  return name;
}

function withoutBody(response: Response): Response {
  return response.body === null ? response : new Response(null, response);
}
