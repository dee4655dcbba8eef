/**
 * The edge's environment, given once at start, and the context of one request.
 * Invariant: handlers reach the outside only through these; nothing here is global.
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

/** The built app; `open` returns undefined for missing files. */
export interface StaticFiles {
  open(path: string): Promise<StaticFile | undefined>;
}

export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  /** Its name contains a digest of its content, so caches may keep it for ever. */
  readonly isHashed: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Copies that the build has compressed. */
  readonly encoded: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
}

export interface HttpSettings {
  /** The path of the interface: `/nuxeo`. Starts with a slash and does not end with one. */
  readonly basePath: string;
  /** The address for people, when a proxy is in front: `https://papers.example`. */
  readonly publicUrl: string | undefined;
  /** Shows internal messages and stacks, and allows http redirect addresses. */
  readonly developer: boolean;
  /** Origins of other sites whose pages may call; `*` for any origin, without credentials. */
  readonly corsOrigins: readonly string[];
  readonly portal: PortalSettings | undefined;
}

/** A trusted portal in front of the server, which names the signed-in user. */
export interface PortalSettings {
  readonly secret: string;
  readonly maxAgeSeconds: number;
  readonly digest: 'MD5' | 'SHA-1' | 'SHA-256' | 'SHA-512';
}

/** Checks by the name of a part: whether it can be used now. */
export type Readiness = Readonly<Record<string, () => Promise<boolean>>>;

export interface Application {
  readonly repository: Repository;
  readonly operations: OperationRunner;
  readonly staticFiles: StaticFiles | undefined;
  readonly settings: HttpSettings;
  readonly readiness: Readiness;
  /** Starts with the setting `developer`; an administrator may change it while the server runs. */
  readonly errorDisplay: ErrorDisplay;
  readonly documentEnrichers: ReadonlyMap<string, DocumentEnricher>;
  readonly userEnrichers: ReadonlyMap<string, UserEnricher>;
}

/** One authenticated request in its transaction. */
export interface Call {
  readonly application: Application;
  readonly request: Request;
  readonly url: URL;
  /** Without a trailing slash: `http://host:8080/nuxeo`. */
  readonly baseUrl: string;
  readonly address: Address;
  readonly session: Session;
  readonly options: ReadingOptions;
  /** Excerpts by document id, for search results. */
  readonly highlights?: ReadonlyMap<string, readonly Highlight[]>;
}

export function baseUrlOf(settings: HttpSettings, url: URL): string {
  return `${settings.publicUrl ?? url.origin}${settings.basePath}`;
}
