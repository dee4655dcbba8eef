/** Facets, document types and life cycles of a fresh server. */
import type { FacetDefinition, TypeDefinition } from './definitions.ts';

const facet = (name: string, ...schemas: string[]): FacetDefinition => ({ name, schemas });
const owned = (definition: FacetDefinition): FacetDefinition => ({ ...definition, owned: true });

export const defaultFacets: readonly FacetDefinition[] = [
  ...[
    'Folderish',
    'Orderable',
    'HiddenInNavigation',
    'HiddenInCreation',
    'SuperSpace',
    'NotCollectionMember',
    'PublishSpace',
    'MasterPublishSpace',
    'Downloadable',
    'Versionable',
    'Publishable',
    'Commentable',
    'Immutable',
    'HasStoryboard',
    'HasVideoPreview',
    'SystemDocument',
    'NotFulltextIndexable',
  ].map((name) => facet(name)),
  owned(facet('RoutingTask')),
  owned(facet('Record', 'keeping')),
  facet('NXTag', 'facetedTag'),
  facet('SavedSearch', 'common', 'dublincore', 'uid', 'saved_search'),
  facet('HasRelatedText', 'relatedtext'),
  facet('Picture', 'picture', 'image_metadata'),
  facet('Video', 'video', 'picture'),
  facet('Audio', 'audio'),
  facet('ThreeD', 'threed'),
  facet('Thumbnail', 'thumbnail'),
  facet('Collection', 'collection'),
  owned(facet('CollectionMember', 'collectionMember')),
  owned(facet('ExternalEntity', 'externalEntity')),
  owned(facet('Notifiable', 'notification')),
  facet('Rendition', 'rendition'),
  facet('UserProfile', 'userprofile'),
  owned(facet('DocumentsSizeStatistics', 'documents_size_statistics')),
  owned(facet('DocumentsCountStatistics', 'documents_count_statistics')),
  facet('DriveSynchronized', 'driveroot'),
  facet('UITypesLocalConfiguration', 'ui_types_configuration'),
];

interface Shape {
  readonly facets?: string;
  readonly schemas?: string;
  readonly subtypes?: string;
  readonly lifecycle?: string;
  readonly owned?: boolean;
}

const words = (text: string | undefined): readonly string[] => (text ? text.split(' ') : []);

const type = (name: string, parent: string | undefined, shape: Shape = {}): TypeDefinition => ({
  name,
  parent,
  facets: words(shape.facets),
  schemas: words(shape.schemas),
  ...(shape.subtypes === undefined ? {} : { subtypes: words(shape.subtypes) }),
  ...(shape.lifecycle === undefined ? {} : { lifecycle: shape.lifecycle }),
  ...(shape.owned === undefined ? {} : { owned: shape.owned }),
});

const content = 'Folder OrderedFolder File Note Picture Video Audio';
const related = 'Versionable Publishable Commentable HasRelatedText';

export const defaultTypes: readonly TypeDefinition[] = [
  type('Document', undefined),
  type('Relation', undefined, { schemas: 'relation dublincore', owned: true }),
  type('Folder', 'Document', {
    facets: 'Folderish NXTag',
    schemas: 'common dublincore',
    subtypes: `Collection ${content}`,
  }),
  type('OrderedFolder', 'Folder', { facets: 'Orderable', subtypes: content }),
  type('HiddenFolder', 'Folder', { facets: 'HiddenInNavigation' }),
  type('Root', 'Folder', { facets: 'NotCollectionMember', subtypes: 'Domain', owned: true }),
  type('Domain', 'Folder', {
    facets: 'SuperSpace NotCollectionMember',
    schemas: 'domain',
    subtypes: 'WorkspaceRoot SectionRoot TemplateRoot',
  }),
  type('WorkspaceRoot', 'Folder', {
    facets: 'SuperSpace HiddenInCreation NotCollectionMember',
    subtypes: 'Workspace',
  }),
  type('TemplateRoot', 'Folder', {
    facets: 'SuperSpace HiddenInCreation NotCollectionMember',
    subtypes: 'Workspace',
  }),
  type('SectionRoot', 'Folder', {
    facets: 'SuperSpace HiddenInCreation MasterPublishSpace NotCollectionMember',
    subtypes: 'Section',
  }),
  type('UserWorkspacesRoot', 'Folder', {
    facets: 'SuperSpace HiddenInCreation HiddenInNavigation NotCollectionMember',
    subtypes: '',
    owned: true,
  }),
  type('Workspace', 'Folder', {
    facets: 'SuperSpace',
    schemas: 'file webcontainer publishing files',
    subtypes: `Collection Workspace ${content}`,
  }),
  type('Section', 'Folder', { facets: 'SuperSpace PublishSpace', schemas: 'file', subtypes: 'Section' }),
  type('File', 'Document', {
    facets: `Downloadable ${related} NXTag`,
    schemas: 'common file dublincore uid files',
  }),
  type('Note', 'Document', { facets: `${related} NXTag`, schemas: 'common note uid files dublincore' }),
  type('Picture', 'Document', { facets: `Picture ${related} NXTag`, schemas: 'common uid dublincore file' }),
  type('Video', 'Document', {
    facets: 'Commentable Versionable Publishable Video HasStoryboard HasVideoPreview NXTag',
    schemas: 'common dublincore uid files file',
  }),
  type('Audio', 'Document', {
    facets: 'Audio Commentable Versionable Publishable NXTag',
    schemas: 'common dublincore uid file',
  }),
  type('ThreeD', 'Document', {
    facets: 'Commentable Versionable Publishable ThreeD NXTag',
    schemas: 'common dublincore uid file files',
  }),
  type('PictureBook', 'Folder', { schemas: 'picturebook', subtypes: 'Picture' }),
  type('Collection', 'Document', {
    facets: 'Versionable Collection NotCollectionMember NXTag',
    schemas: 'uid dublincore common',
  }),
  type('Collections', 'Folder', { facets: 'NotCollectionMember', subtypes: 'Collection' }),
  type('Favorites', 'Document', { facets: 'Collection NotCollectionMember', schemas: 'dublincore common' }),
  type('SavedSearch', 'Document', {
    facets: 'SavedSearch HiddenInNavigation NotCollectionMember',
  }),
  type('Comment', 'Document', {
    facets: 'HiddenInNavigation ExternalEntity NotCollectionMember',
    schemas: 'comment common dublincore',
    lifecycle: 'comment_moderation',
    owned: true,
  }),
  type('Annotation', 'Comment', { schemas: 'annotation' }),
  type('CommentRoot', 'HiddenFolder', { facets: 'NotCollectionMember', owned: true }),
  type('UserProfile', 'Document', {
    facets: 'UserProfile HiddenInNavigation NotCollectionMember',
    schemas: 'common dublincore',
  }),
  type('TaskRoot', 'Folder', {
    facets: 'HiddenInNavigation NotCollectionMember',
    subtypes: '',
    owned: true,
  }),
  type('TaskDoc', 'Document', {
    facets: 'HiddenInNavigation NotCollectionMember',
    schemas: 'dublincore task',
    lifecycle: 'task',
    owned: true,
  }),
  type('RoutingTask', 'TaskDoc', { facets: 'RoutingTask' }),
  type('DocumentRouteModelsRoot', 'Folder', {
    facets: 'HiddenInNavigation NotCollectionMember',
    subtypes: '',
    owned: true,
  }),
  type('DocumentRouteInstancesRoot', 'Folder', {
    facets: 'HiddenInNavigation NotCollectionMember',
    subtypes: '',
    owned: true,
  }),
  type('DocumentRoute', 'Document', {
    facets: 'HiddenInNavigation NotCollectionMember',
    schemas: 'dublincore document_route_instance',
    lifecycle: 'route',
    owned: true,
  }),
];

export interface Lifecycle {
  readonly name: string;
  readonly initial: string;
  readonly transitions: readonly {
    readonly name: string;
    readonly from: readonly string[];
    readonly to: string;
  }[];
}

export const defaultLifecycles: readonly Lifecycle[] = [
  {
    name: 'default',
    initial: 'project',
    transitions: [
      { name: 'approve', from: ['project'], to: 'approved' },
      { name: 'obsolete', from: ['project'], to: 'obsolete' },
      { name: 'delete', from: ['project', 'approved', 'obsolete'], to: 'deleted' },
      { name: 'backToProject', from: ['approved', 'obsolete'], to: 'project' },
      { name: 'undelete', from: ['deleted'], to: 'project' },
    ],
  },
  {
    name: 'comment_moderation',
    initial: 'moderation_published',
    transitions: [
      { name: 'moderation_publish', from: ['project', 'moderation_rejected'], to: 'moderation_published' },
      { name: 'moderation_reject', from: ['project', 'moderation_published'], to: 'moderation_rejected' },
    ],
  },
  {
    name: 'task',
    initial: 'opened',
    transitions: [
      { name: 'end', from: ['opened'], to: 'ended' },
      { name: 'cancel', from: ['opened'], to: 'cancelled' },
    ],
  },
  {
    name: 'route',
    initial: 'ready',
    transitions: [
      { name: 'toRunning', from: ['ready'], to: 'running' },
      { name: 'toDone', from: ['running'], to: 'done' },
      { name: 'toCanceled', from: ['ready', 'running'], to: 'canceled' },
    ],
  },
];
