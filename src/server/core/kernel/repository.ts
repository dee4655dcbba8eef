/**
 * The parts of a running server, the same for every session.
 * Invariant: the kernel knows the registries of features only as types, and only in this file.
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
  /** Whether people may set them up. */
  readonly isOffered: boolean;
  /** Members of these groups must have them, or a passkey. */
  readonly requiredGroups: readonly string[];
  /** A passkey counts as a second factor, because it is two factors by itself. */
  readonly countsPasskeys: boolean;
}

/** The app's name where its config.json has no other. */
export const productName = 'Muniment';

/** The app's name and colour in mails and on other services. */
export interface AppBrand {
  readonly name: string;
  /** The colour of links in mails, as in `#17508c`. */
  readonly linkColour: string;
}

export const productBrand: AppBrand = { name: productName, linkColour: '#17508c' };

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
  /** Runs in every call's transaction before it commits, in this order. */
  readonly beforeCommit: readonly BeforeCommit[];
  /** Tells open event streams what changes. */
  readonly changes: ChangeHub;
  readonly settings: Settings;
}

export interface Settings {
  readonly administratorGroups: readonly string[];
  readonly pathSegmentMaxSize: number;
  readonly maxPageSize: number;
  readonly maxUploadBytes: number;
  /** The budgets of a call and of a job. */
  readonly limits: CallLimits;
  readonly accessTokenSeconds: number;
  /** Unused tokens of devices and applications end after this time; `Infinity`: never. */
  readonly idleMilliseconds: number;
  readonly secondFactor: SecondFactorSettings;
  /** Sign-in protections that the settings switch off for old clients. */
  readonly relaxed: ReadonlySet<Relaxation>;
  /** For new passwords; 1 allows any, otherwise common ones are refused too. */
  readonly minPasswordLength: number;
  readonly audit: {
    /** The key that seals are made with. */
    readonly key: string | undefined;
    /** Undefined: for ever. */
    readonly retentionDays: number | undefined;
    /** Must be longer than any unit of work takes from its first audit entry to its commit. */
    readonly settleMilliseconds: number;
  };
  /** Members see no other member's mail address. */
  readonly hidesEmails: boolean;
  readonly productVersion: string;
  /** In mails, and on the devices of people who sign in here. */
  readonly brand: AppBrand;
  /** The manager's address for people (`https://papers.example`), when one is configured; for links in mails. */
  readonly publicUrl: string | undefined;
  /** The path of the interface below it: `/nuxeo`. */
  readonly basePath: string;
}
