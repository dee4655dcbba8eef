/**
 * Reads one configuration file (docs/SETTINGS.md, "Configuration folder"). The section `operations` is handed on to
 * src/server/operations, which reads it.
 */
import type { DirectoryDefinition } from '../directories/registry.ts';
import type { ProviderDefinition } from '../search/provider-definitions.ts';
import type { FacetDefinition, SchemaDefinition, TypeDefinition } from '../types/definitions.ts';
import type { WorkflowModel } from '../workflow/definitions.ts';
import {
  type MetadataMapping,
  type PropertyMapping,
  readMetadataMappings,
  readPropertyMappings,
} from './mappings.ts';
import { readPageProviders } from './page-providers.ts';
import { Reader } from './reader.ts';
import { type EventRule, readRules } from './rules.ts';
import { readFacets, readSchemas, readTypes } from './types.ts';
import { readVersioning, type VersioningRules } from './versioning.ts';
import { readVocabularies } from './vocabularies.ts';
import { readWorkflows } from './workflows.ts';

export interface Configuration {
  readonly schemas: readonly SchemaDefinition[];
  readonly facets: readonly FacetDefinition[];
  readonly types: readonly TypeDefinition[];
  readonly vocabularies: readonly DirectoryDefinition[];
  readonly pageProviders: readonly ProviderDefinition[];
  readonly workflows: readonly WorkflowModel[];
  readonly metadataMappings: readonly MetadataMapping[];
  readonly propertyMappings: readonly PropertyMapping[];
  readonly rules: readonly EventRule[];
  readonly versioning: VersioningRules;
  /** The section `operations`, unread. */
  readonly operations: Reader | undefined;
}

/** @throws ConfigurationFault with the path of the wrong value */
export function readConfiguration(parsed: unknown): Configuration {
  const sections = new Reader(parsed ?? {}).fields([
    'schemas',
    'facets',
    'types',
    'vocabularies',
    'pageProviders',
    'workflows',
    'metadataMappings',
    'propertyMappings',
    'rules',
    'versioning',
    'operations',
  ]);
  const section = <T>(name: string, read: (section: Reader) => readonly T[]): readonly T[] => {
    const found = sections.optional(name);
    return found ? read(found) : [];
  };
  const versioning = sections.optional('versioning');
  return {
    schemas: section('schemas', readSchemas),
    facets: section('facets', readFacets),
    types: section('types', readTypes),
    vocabularies: section('vocabularies', readVocabularies),
    pageProviders: section('pageProviders', readPageProviders),
    workflows: section('workflows', readWorkflows),
    metadataMappings: section('metadataMappings', readMetadataMappings),
    propertyMappings: section('propertyMappings', readPropertyMappings),
    rules: section('rules', readRules),
    versioning: versioning ? readVersioning(versioning) : { policies: [], restrictions: [] },
    operations: sections.optional('operations'),
  };
}

/** Joins the definitions of several files; operations are merged by src/server/operations. */
export function mergeConfigurations(
  files: readonly Omit<Configuration, 'operations'>[],
): Omit<Configuration, 'operations'> {
  return {
    schemas: files.flatMap((file) => file.schemas),
    facets: files.flatMap((file) => file.facets),
    types: files.flatMap((file) => file.types),
    vocabularies: files.flatMap((file) => file.vocabularies),
    pageProviders: files.flatMap((file) => file.pageProviders),
    workflows: files.flatMap((file) => file.workflows),
    metadataMappings: files.flatMap((file) => file.metadataMappings),
    propertyMappings: files.flatMap((file) => file.propertyMappings),
    rules: files.flatMap((file) => file.rules),
    versioning: {
      policies: files.flatMap((file) => file.versioning.policies),
      restrictions: files.flatMap((file) => file.versioning.restrictions),
    },
  };
}
