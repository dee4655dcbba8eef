/**
 * Finds, describes and runs operations: the registry behind `OperationRunner`.
 * Invariants: ids and aliases are unique; an error names the operation that it came from, by its main id.
 */
import { restarting } from '#server/core/files/ahead-of-changes.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { OperationCatalogue, OperationDescription } from '#wire/operation.ts';
import { coerceParameters } from './coercion.ts';
import { OperationContext } from './context.ts';
import type { AcceptedCall, NestedCall, Operation } from './define-operation.ts';
import { chainCategory, describeOperation } from './describe-operation.ts';
import { resolveExpressions } from './expression.ts';
import { noMethodFor } from './input.ts';
import type { Parameters } from './parameters.ts';
import type { OperationInput, OperationResult, RequestInfo } from './result.ts';
import type { OperationRunner } from './runner.ts';
import { scopeOf } from './scope.ts';

/** Ends operations that call each other in a circle. */
const deepestNesting = 30;

/** @throws when two operations share a name */
export function createOperationRunner(operations: readonly Operation[]): OperationRunner {
  const byName = new Map<string, Operation>();
  for (const operation of operations) {
    for (const name of new Set([operation.id, ...(operation.aliases ?? [])])) {
      if (byName.has(name)) throw new Error(`Two operations are called ${name}`);
      byName.set(name, operation);
    }
  }
  const find = (id: string): Operation | undefined =>
    byName.get(id) ?? (id.startsWith('Chain.') ? byName.get(id.slice('Chain.'.length)) : undefined);

  const descriptions: readonly OperationDescription[] = operations
    .map(describeOperation)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const catalogue: OperationCatalogue = {
    paths: { login: 'login' },
    codecs: [],
    operations: descriptions,
    chains: descriptions.filter(({ category }) => category === chainCategory),
  };

  const run = async (
    caller: Session,
    id: string,
    call: NestedCall,
    within: Within,
  ): Promise<OperationResult> => {
    const { actingAs } = call.context;
    const session = actingAs ? caller.as(actingAs) : caller;
    const operation = find(id);
    if (!operation)
      throw errors.notFound(`Failed to invoke operation: ${id}, No operation was bound on ID: ${id}`);
    try {
      await session.budget.step();
      if (within.depth > deepestNesting) throw errors.badRequest('Operations call each other without end');
      const params = resolved(session, operation, call);
      const method = await methodFor(session, operation, call.input);
      const values = await coerceParameters(session, operation.params, params);
      const { request, depth } = within;
      const work = method(
        {
          session,
          context: call.context,
          request,
          input: call.input,
          run: (nested, its) => {
            if (find(nested)?.administratorsOnly && !session.principals.isAdministrator) {
              throw errors.notFound(`No operation was bound on ID: ${nested}`);
            }
            return run(session, nested, its, { request, depth: depth + 1 });
          },
        },
        values,
      );
      return await work.catch((error: unknown) => {
        throw error instanceof RepositoryError ? refusedWithin(operation, error) : error;
      });
    } catch (error) {
      throw error instanceof RepositoryError ? named(operation, error) : error;
    }
  };

  return {
    catalogue: () => catalogue,
    describe: (id) => {
      const found = find(id);
      return found && describeOperation(found);
    },
    isAdministratorOnly: (id) => find(id)?.administratorsOnly === true,
    run: (session, id, { input, params, context }, request) =>
      restarting(session, () =>
        run(session, id, { input, params, context: OperationContext.of(context) }, { request, depth: 0 }),
      ),
  };
}

interface Within {
  readonly request: RequestInfo;
  readonly depth: number;
}

function resolved(
  session: Session,
  { params: declared }: Operation,
  { params, context, input }: NestedCall,
): JsonObject {
  const scope = scopeOf(session, context, input);
  const all: Record<string, Json> = { ...standingIn(declared, context) };
  for (const [name, value] of Object.entries(params)) {
    if (value === null && Object.hasOwn(all, name)) continue;
    const isDeferred = Object.hasOwn(declared, name) && declared[name]?.isDeferred;
    all[name] = isDeferred ? (value ?? null) : resolveExpressions(value ?? null, scope);
  }
  return all;
}

/** Parameters that were not sent are taken from variables of the call with the same name. */
function standingIn(declared: Parameters, context: OperationContext): Readonly<Record<string, Json>> {
  const names = Object.entries(declared).flatMap(([name, { aliases = [] }]) => [name, ...aliases]);
  const found: Record<string, Json> = {};
  for (const name of names) {
    const variable = context.get(name);
    if (variable?.kind === 'json') found[name] = variable.value;
  }
  return found;
}

async function methodFor(
  session: Session,
  { id, methods }: Operation,
  input: OperationInput,
): Promise<AcceptedCall> {
  // Operations without an input accept any; others must have a method for it.
  for (const method of methods.filter(({ from }) => input.kind !== 'void' || from === 'void')) {
    const accepted = await method.accept(session, input);
    if (accepted) return accepted;
  }
  throw noMethodFor(
    id,
    methods.map(({ from }) => from),
    input,
  );
}

/** Adds the operation's aliases to its own errors, but not to those of operations that it called. */
function refusedWithin({ id, aliases = [] }: Operation, error: RepositoryError): RepositoryError {
  const isOwn = !['operationFailed', 'classCast'].includes(error.code);
  if (!isOwn || error.message.startsWith('Failed to invoke operation')) return error;
  const names = aliases.length === 0 ? id : `${id} with aliases [${aliases.join(', ')}]`;
  return prefixed(`Failed to invoke operation ${names}`, error);
}

/** The same error, with the operation's name before the message. */
function named({ id }: Operation, error: RepositoryError): RepositoryError {
  return prefixed(`Failed to invoke operation: ${id}`, error);
}

function prefixed(prefix: string, error: RepositoryError): RepositoryError {
  return new RepositoryError(error.code, `${prefix}, ${error.message}`, {
    cause: error,
    status: error.status,
    ...(error.infos ? { infos: error.infos } : {}),
    ...(error.violations ? { violations: error.violations } : {}),
    body: error.body,
  });
}
