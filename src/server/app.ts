/** Makes the app from repository, operations and settings: a function from requests to answers. Used by the program and tests. */
import type { Repository } from '#server/core/kernel/repository.ts';
import type { OperationRunner } from '#server/operations/machinery/runner.ts';
import type { HttpSettings, Readiness, StaticFiles } from './http/application.ts';
import { documentEnrichers, userEnrichers } from './http/enrichers/registry.ts';
import type { HttpApp } from './http/http-app.ts';
import { createHttpApp } from './http/http-app.ts';

export interface AppParts {
  readonly repository: Repository;
  readonly operations: OperationRunner;
  /** The built manager; without it only the interface is served. */
  readonly staticFiles?: StaticFiles | undefined;
  readonly settings?: Partial<HttpSettings>;
  /** Checks for load balancers. */
  readonly readiness?: Readiness;
}

export const defaultHttpSettings: HttpSettings = {
  basePath: '/nuxeo',
  publicUrl: undefined,
  developer: false,
  corsOrigins: [],
  portal: undefined,
};

export function createApp({
  repository,
  operations,
  staticFiles,
  settings,
  readiness = {},
}: AppParts): HttpApp {
  const all: HttpSettings = { ...defaultHttpSettings, ...settings };
  return createHttpApp({
    repository,
    operations,
    staticFiles,
    settings: all,
    readiness,
    errorDisplay: { showsStacks: all.developer },
    documentEnrichers,
    userEnrichers,
  });
}
