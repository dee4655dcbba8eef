/**
 * What a running server is made of, the same for every session.
 * Invariant: the kernel knows the registries that features provide by their types alone, and only in this file.
 */
import type { MetadataMapping, PropertyMapping } from '../configuration/mappings.ts';
import type { EventRule } from '../configuration/rules.ts';
import type { DirectoryRegistry } from '../directories/registry.ts';
import type { Versioning } from '../documents/versioning-policies.ts';
import type { BulkActions } from '../search/bulk-actions.ts';
import type { ProviderRegistry } from '../search/provider-registry.ts';
import type { Relaxation } from '../signin/relaxations.ts';
import type { TypeRegistry } from '../types/registry.ts';
import type { WorkflowModels } from '../workflow/models.ts';
import type { CallLimits } from './budget.ts';
import type { ChangeHub } from './changes.ts';
import type { Ports } from './ports.ts';
import type { BeforeCommit } from './session.ts';

/** One-time codes beside the password. */
export interface SecondFactorSettings {
  /** People may have them. */
  readonly isOffered: boolean;
  /** Who is in one of these must have them, or a passkey. */
  readonly requiredGroups: readonly string[];
  /** A passkey will do instead: it is two factors. */
  readonly countsPasskeys: boolean;
}

/** What people know the app by where its config.json has no other name. */
export const productName = 'Muniment';

/** How the app is called and coloured where it is not on screen. */
export interface AppBrand {
  readonly name: string;
  /** The colour of links in mails, as in `#17508c`. */
  readonly linkColour: string;
}

export const productBrand: AppBrand = { name: productName, linkColour: '#17508c' };

/** What is the same for every session of a running server. */
export interface Repository {
  readonly ports: Ports;
  readonly types: TypeRegistry;
  readonly directories: DirectoryRegistry;
  readonly providers: ProviderRegistry;
  readonly workflows: WorkflowModels;
  readonly bulkActions: BulkActions;
  readonly metadataMappings: ReadonlyMap<string, MetadataMapping>;
  readonly propertyMappings: ReadonlyMap<string, PropertyMapping>;
  readonly rules: readonly EventRule[];
  readonly versioning: Versioning;
  /** Names of the repositories; the first is the default one. */
  readonly repositoryNames: readonly string[];
  /** Repositories without full-text search. */
  readonly withoutFulltext: ReadonlySet<string>;
  /** What must happen in every call's transaction before it commits, in this order. */
  readonly beforeCommit: readonly BeforeCommit[];
  /** What changes, for those who look at it now. */
  readonly changes: ChangeHub;
  readonly settings: Settings;
}

export interface Settings {
  readonly administratorGroups: readonly string[];
  readonly pathSegmentMaxSize: number;
  readonly maxPageSize: number;
  readonly maxUploadBytes: number;
  /** What one call and one job may use. */
  readonly limits: CallLimits;
  readonly accessTokenSeconds: number;
  /** After which tokens of devices and applications that nobody uses end; `Infinity`: never. */
  readonly idleMilliseconds: number;
  readonly secondFactor: SecondFactorSettings;
  /** Protections of signing in that are given up for old clients. */
  readonly relaxed: ReadonlySet<Relaxation>;
  /** For new passwords, which must not be common ones either; 1 takes any. */
  readonly minPasswordLength: number;
  readonly audit: {
    /** What seals are made with. */
    readonly key: string | undefined;
    /** Undefined: for ever. */
    readonly retentionDays: number | undefined;
    /** Longer than any unit of work takes from its first entry to its commit. */
    readonly settleMilliseconds: number;
  };
  /** Members see no other member's mail address. */
  readonly hidesEmails: boolean;
  readonly productVersion: string;
  /** In mails, and on the devices of people who sign in here. */
  readonly brand: AppBrand;
  /** Where people reach the manager (`https://papers.example`), when somebody said so; for links in mails. */
  readonly publicUrl: string | undefined;
  /** Where the interface answers there: `/nuxeo`. */
  readonly basePath: string;
}
