/**
 * Operations that clients may name and that this server refuses, each with its reason (501).
 * Invariant: they are in the catalogue, so that a client learns of them before it calls.
 */
import { RepositoryError } from '#server/core/errors.ts';
import { defineOperation } from './define-operation.ts';
import { defaulted, optional, type Parameters, required } from './parameters.ts';

const save = defaulted('boolean', true, 'Store the change');
const ignorePrefix = defaulted('boolean', true, 'Names without their group');
const processor = defaulted('string', 'exifTool', 'Which program');

function refused<const Declared extends Parameters>(
  id: string,
  input: 'document' | 'blob' | 'void',
  reason: string,
  params: Declared,
  aliases: readonly string[] = [],
) {
  const refuse = (): never => {
    throw new RepositoryError('unsupported', reason);
  };
  return defineOperation({
    id,
    ...(aliases.length > 0 ? { aliases } : {}),
    category: 'Not offered',
    label: id,
    description: reason,
    params,
    methods: { [input]: { to: 'void', run: refuse } },
  });
}

const filesStay = 'Files are kept byte for byte: nothing is written into them';

export const unsupportedOperations = [
  refused(
    'Blob.SetMetadataFromContext',
    'blob',
    filesStay,
    { ignorePrefix, processor, metadata: required('properties', 'What to write') },
    ['Binary.WriteMetadataFromContext'],
  ),
  refused(
    'Blob.SetMetadataFromDocument',
    'document',
    filesStay,
    {
      processor,
      metadata: required('properties', 'What to write'),
      blobXPath: optional('string', 'Xpath of the file'),
      ignorePrefix,
      save,
    },
    ['Binary.WriteMetadataFromDocument'],
  ),
  refused(
    'Task.ApplyDocumentMapping',
    'document',
    'There are no named mappings; set the properties with Document.Update',
    { mappingName: required('string', 'Name of the mapping') },
    ['Context.ApplyMappingOnTask'],
  ),
];
