/**
 * What the edge is given once, at start, and what it knows of one request.
 * Invariant: handlers see the outside only through these; nothing here is global.
 */

import type { Repository } from '#server/core/kernel/repository.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { Highlight } from '#server/core/search/highlight.ts';
import type { ErrorDisplay } from '#server/operations/machinery/result.ts';
import type { OperationRunner } from '#server/operations/machinery/runner.ts';
import type { Address } from './address.ts';
import type { Encoding } from './bytes/accepted-encoding.ts';
import type { DocumentEnricher, UserEnricher } from './enrichers/enricher.ts';
import type { ReadingOptions } from './reading-options.ts';

/** The built app; `undefined` for files that are not there. */
export interface StaticFiles {
  open(path: string): Promise<StaticFile | undefined>;
}

export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  /** Its name holds a digest of its content, so it may be kept for ever. */
  readonly isHashed: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the build has compressed already. */
  readonly encoded: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
}

export interface HttpSettings {
  /** Where the interface answers: `/nuxeo`. Starts with a slash, has none at the end. */
  readonly basePath: string;
  /** The address that people use, when a proxy stands in front: `https://papers.example`. */
  readonly publicUrl: string | undefined;
  /** Shows inner messages and stacks, and allows http redirect addresses. */
  readonly developer: boolean;
  /** Origins of other sites whose pages may call; `*` for any, without credentials. */
  readonly corsOrigins: readonly string[];
  readonly portal: PortalSettings | undefined;
}

/** A trusted portal in front that vouches for its users. */
export interface PortalSettings {
  readonly secret: string;
  readonly maxAgeSeconds: number;
  readonly digest: 'MD5' | 'SHA-1' | 'SHA-256' | 'SHA-512';
}

/** By name: whether that part of the server can be used now. */
export type Readiness = Readonly<Record<string, () => Promise<boolean>>>;

export interface Application {
  readonly repository: Repository;
  readonly operations: OperationRunner;
  readonly staticFiles: StaticFiles | undefined;
  readonly settings: HttpSettings;
  readonly readiness: Readiness;
  /** Begins as `developer` says; an administrator may switch it while the server runs. */
  readonly errorDisplay: ErrorDisplay;
  readonly documentEnrichers: ReadonlyMap<string, DocumentEnricher>;
  readonly userEnrichers: ReadonlyMap<string, UserEnricher>;
}

/** One authenticated request inside its transaction. */
export interface Call {
  readonly application: Application;
  readonly request: Request;
  readonly url: URL;
  /** Without a trailing slash: `http://host:8080/nuxeo`. */
  readonly baseUrl: string;
  readonly address: Address;
  readonly session: Session;
  readonly options: ReadingOptions;
  /** Found passages by document id, while a search result is shown. */
  readonly highlights?: ReadonlyMap<string, readonly Highlight[]>;
}

export function baseUrlOf(settings: HttpSettings, url: URL): string {
  return `${settings.publicUrl ?? url.origin}${settings.basePath}`;
}
