/** A small server's `GET /config/types`, for the language's tests: every kind of property once or twice. */
import type { ConfigTypes } from '#wire/config.ts';
import { type Vocabulary, vocabularyFromConfig } from './vocabulary.ts';

export const SAMPLE_CONFIG: ConfigTypes = {
  doctypes: {
    Document: { parent: 'None!!!', facets: [], schemas: [] },
    Relation: { parent: 'None!!!', facets: [], schemas: [] },
    Folder: { parent: 'Document', facets: ['Folderish'], schemas: ['common', 'dublincore'] },
    File: {
      parent: 'Document',
      facets: ['Downloadable', 'Versionable'],
      schemas: ['common', 'dublincore', 'file', 'files', 'uid'],
    },
    Note: { parent: 'Document', facets: ['Versionable'], schemas: ['common', 'dublincore', 'note'] },
  },
  schemas: {
    common: { '@prefix': 'common', icon: 'string', size: 'long' },
    dublincore: {
      '@prefix': 'dc',
      title: 'string',
      description: 'string',
      created: 'date',
      modified: 'date',
      creator: 'string',
      contributors: 'string[]',
      nature: 'string',
      subjects: 'string[]',
      coverage: 'string',
    },
    file: { '@prefix': 'file', content: 'blob' },
    files: { '@prefix': 'files', files: { type: 'complex[]', fields: { file: 'blob' } } },
    note: { '@prefix': 'note', note: 'string', mime_type: 'string' },
    picture: {
      '@prefix': 'picture',
      info: { type: 'complex', fields: { width: 'long', height: 'long', ratio: 'double' } },
    },
    mine: { '@prefix': 'my', dates: 'date[]' },
    uid: { '@prefix': 'uid', major_version: 'long', title: 'string' },
    userprofile: { '@prefix': '', publicprofile: 'boolean', phonenumber: 'string' },
  },
};

export const SAMPLE_VOCABULARY: Vocabulary = vocabularyFromConfig(SAMPLE_CONFIG);
