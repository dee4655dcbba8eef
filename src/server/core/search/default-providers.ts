/** The page providers of a fresh server. */
import {
  type AggregateDefinition,
  type PredicateDefinition,
  type PredicateOperator,
  type ProviderDefinition,
  provider,
} from './provider-definitions.ts';

const live = 'ecm:isVersion = 0 AND ecm:isTrashed = 0';
const shown = "ecm:mixinType != 'HiddenInNavigation'";
const visible = `${shown} AND ${live}`;

const predicate = (
  parameter: string,
  operator: PredicateOperator,
  property: string,
  upper?: string,
): PredicateDefinition => ({ parameter, operator, property, ...(upper === undefined ? {} : { upper }) });

const fulltext = predicate('ecm_fulltext', 'FULLTEXT', 'ecm:fulltext');
const within = predicate('ecm_path', 'STARTSWITH', 'ecm:path');
const modified = predicate('modified_min', 'BETWEEN', 'dc:modified', 'modified_max');
const titleWords = predicate('title', 'FULLTEXT', 'dc:title');

const terms = (id: string, field: string): AggregateDefinition => ({
  id,
  type: 'terms',
  field,
  properties: { size: '10' },
});

const kilobyte = 1024;
const megabyte = kilobyte * 1024;
const sizes: AggregateDefinition = {
  id: 'common_size_agg',
  type: 'range',
  field: 'file:content/length',
  ranges: [
    { key: 'tiny', to: 100 * kilobyte },
    { key: 'small', from: 100 * kilobyte, to: megabyte },
    { key: 'medium', from: megabyte, to: 10 * megabyte },
    { key: 'big', from: 10 * megabyte, to: 100 * megabyte },
    { key: 'huge', from: 100 * megabyte },
  ],
};

const periods: AggregateDefinition = {
  id: 'dc_modified_agg',
  type: 'date_range',
  field: 'dc:modified',
  properties: { format: 'dd-MM-yyyy' },
  ranges: [
    { key: 'last24h', from: 'now-24H', to: 'now' },
    { key: 'lastWeek', from: 'now-7d', to: 'now-24H' },
    { key: 'lastMonth', from: 'now-1M', to: 'now-7d' },
    { key: 'lastYear', from: 'now-1y', to: 'now-1M' },
    { key: 'priorToLastYear', to: 'now-1y' },
  ],
};

const searchable = `ecm:primaryType NOT IN ('Domain', 'SectionRoot', 'TemplateRoot', 'WorkspaceRoot', 'Favorites')
  AND ${shown} AND ecm:isVersion = 0 AND ecm:parentId IS NOT NULL AND SORTED_COLUMN IS NOT NULL`;

const usualAggregates: readonly AggregateDefinition[] = [
  terms('dc_nature_agg', 'dc:nature'),
  terms('dc_subjects_agg', 'dc:subjects'),
  terms('dc_coverage_agg', 'dc:coverage'),
  terms('dc_creator_agg', 'dc:creator'),
  sizes,
  periods,
];

/** Aggregates that the manager needs in addition. */
const moreAggregates: readonly AggregateDefinition[] = [
  terms('system_mimetype_agg', 'file:content/mime-type'),
  terms('system_primaryType_agg', 'ecm:primaryType'),
  terms('system_currentLifeCycleState_agg', 'ecm:currentLifeCycleState'),
  ...usualAggregates,
];

const newestFirst = [{ column: 'dc:modified', ascending: false }];

const search = (name: string, aggregates: readonly AggregateDefinition[]): ProviderDefinition =>
  provider(name, 'SELECT * FROM Document', {
    fixedPart: `${searchable} AND ecm:isTrashed = 0`,
    predicates: [
      fulltext,
      predicate('dc_creator', 'IN', 'dc:creator'),
      predicate('dc_created_min', 'BETWEEN', 'dc:created', 'dc_created_max'),
      predicate('dc_modified_min', 'BETWEEN', 'dc:modified', 'dc_modified_max'),
      predicate('dc_nature', 'IN', 'dc:nature'),
      predicate('dc_subjects', 'STARTSWITH', 'dc:subjects'),
      predicate('dc_coverage', 'STARTSWITH', 'dc:coverage'),
      within,
      predicate('ecm_tags', 'IN', 'ecm:tag'),
      predicate('ecm_collections', 'IN', 'collectionMember:collectionIds'),
    ],
    aggregates,
    quickFilters: [
      { name: 'noFolder', clause: "ecm:mixinType != 'Folderish'" },
      { name: 'mostRecent', sort: newestFirst },
      { name: 'onlyValidated', clause: "ecm:currentLifeCycleState = 'approved'", sort: newestFirst },
    ],
    searchDocumentType: 'DefaultSearch',
  });

const searches: readonly ProviderDefinition[] = [
  search('default_search', usualAggregates),
  search('faceted_search', moreAggregates),
  provider('default_trash_search', 'SELECT * FROM Document', {
    fixedPart: `${searchable} AND ecm:isTrashed = 1`,
    predicates: [fulltext, within],
    aggregates: [terms('dc_creator_agg', 'dc:creator'), sizes],
    searchDocumentType: 'DefaultSearch',
  }),
  provider('simple_search', 'SELECT * FROM Document', { fixedPart: visible, predicates: [fulltext] }),
  provider('nxql_search', '?', {
    quoteParameters: false,
    escapeParameters: false,
    aggregates: moreAggregates,
  }),
  provider('REST_API_SEARCH_ADAPTER', '?', {
    pageSize: 0,
    quoteParameters: false,
    escapeParameters: false,
  }),
  provider(
    'default_document_suggestion',
    `SELECT * FROM Document WHERE ecm:fulltext LIKE '?*' AND ${visible}`,
    { quoteParameters: false, pageSize: 5 },
  ),
  provider(
    'DEFAULT_DOCUMENT_SUGGESTION',
    `SELECT * FROM Document WHERE ecm:fulltext.dc:title LIKE '?*' AND ${visible} AND ecm:parentId IS NOT NULL`,
    { quoteParameters: false, pageSize: 10 },
  ),
  provider('document_picker', 'SELECT * FROM Picture', {
    fixedPart: `file:content/name IS NOT NULL AND ${visible} AND ecm:isProxy = 0`,
    predicates: [predicate('fulltext_all', 'FULLTEXT', 'ecm:fulltext')],
  }),
  provider('expired_search', 'SELECT * FROM Document', {
    fixedPart: `${visible} AND dc:expired IS NOT NULL`,
    predicates: [titleWords, predicate('expired_min', 'BETWEEN', 'dc:expired', 'expired_max')],
    quickFilters: [{ name: 'approved', clause: "ecm:currentLifeCycleState = 'approved'" }],
    sort: 'dc:expired',
  }),
  provider('assets_search', 'SELECT * FROM Document', {
    fixedPart: `ecm:mixinType IN ('Picture', 'Audio', 'Video') AND ${visible} AND ecm:isProxy = 0`,
    predicates: [fulltext],
    aggregates: [
      terms('system_primaryType_agg', 'ecm:primaryType'),
      terms('system_mimetype_agg', 'file:content/mime-type'),
      sizes,
      {
        id: 'asset_width_agg',
        type: 'range',
        field: 'picture:info/width',
        ranges: [
          { key: 'tiny', to: 256 },
          { key: 'small', from: 256, to: 1024 },
          { key: 'medium', from: 1024, to: 2048 },
          { key: 'large', from: 2048 },
        ],
      },
      {
        id: 'asset_height_agg',
        type: 'range',
        field: 'picture:info/height',
        ranges: [
          { key: 'tiny', to: 256 },
          { key: 'small', from: 256, to: 1024 },
          { key: 'medium', from: 1024, to: 2048 },
          { key: 'large', from: 2048 },
        ],
      },
      terms('color_profile_agg', 'imd:icc_profile'),
      terms('color_depth_agg', 'picture:info/depth'),
      {
        id: 'video_duration_agg',
        type: 'range',
        field: 'vid:info/duration',
        ranges: [
          { key: 'lessThan30s', to: 30 },
          { key: 'between30sAnd180s', from: 30, to: 180 },
          { key: 'between180sAnd600s', from: 180, to: 600 },
          { key: 'between600sAnd1800s', from: 600, to: 1800 },
          { key: 'moreThan1800s', from: 1800 },
        ],
      },
    ],
    searchDocumentType: 'AssetsSearch',
  }),
];

const contentPredicates = [
  predicate('fulltext_all', 'FULLTEXT', 'ecm:fulltext'),
  titleWords,
  modified,
] as const;

const content = (name: string, extra: string, options: Parameters<typeof provider>[2] = {}) =>
  provider(name, 'SELECT * FROM Document WHERE ecm:parentId = ?', {
    fixedPart: `ecm:isVersion = 0 AND ${shown} AND ${extra}`,
    predicates: contentPredicates,
    sort: 'dc:title',
    searchDocumentType: 'AdvancedSearch',
    ...options,
  });

const contents: readonly ProviderDefinition[] = [
  content('document_content', 'ecm:isTrashed = 0'),
  content('section_content', 'ecm:isTrashed = 0'),
  content('orderable_document_content', 'ecm:isTrashed = 0', { sort: 'ecm:pos', isSortable: false }),
  content('document_trash_content', 'ecm:isTrashed = 1'),
  provider('advanced_document_content', 'SELECT * FROM Document', {
    fixedPart: `ecm:isVersion = 0 AND ${shown}`,
    predicates: [
      titleWords,
      predicate('ecm_parentId', '=', 'ecm:parentId'),
      predicate('ecm_trashed', '=', 'ecm:isTrashed'),
    ],
    sort: '-dc:modified',
    aggregates: [terms('dc_last_contributor_agg', 'dc:lastContributor'), periods],
    countLimit: 200,
    searchDocumentType: 'AdvancedContent',
  }),
  provider(
    'tree_children',
    `SELECT * FROM Document WHERE ecm:parentId = ? AND ecm:mixinType = 'Folderish' AND ecm:isProxy = 0 AND ${visible}`,
    { sort: 'ecm:pos dc:title', pageSize: 50 },
  ),
  provider(
    'domain_documents',
    `SELECT * FROM Document WHERE ecm:path STARTSWITH ? AND ecm:mixinType NOT IN ('Folderish', 'SystemDocument') AND ecm:isProxy = 0 AND ${visible}`,
    { sort: '-dc:modified', pageSize: 5 },
  ),
  provider('CURRENT_DOC_CHILDREN', `SELECT * FROM Document WHERE ecm:parentId = ? AND ${visible}`, {
    sort: 'dc:title',
    pageSize: 50,
    countLimit: 'page',
  }),
];

const collection = `ecm:mixinType = 'Collection' AND ecm:isProxy = 0 AND ${visible}`;

const collections: readonly ProviderDefinition[] = [
  provider('all_collections', `SELECT * FROM Document WHERE ${collection}`, { pageSize: 1000 }),
  provider(
    'default_collection',
    `SELECT * FROM Document WHERE dc:title ILIKE '?%' AND ${collection} AND ecm:primaryType != 'Favorites'`,
    { quoteParameters: false, sort: 'dc:title', pageSize: 50 },
  ),
  provider(
    'user_collections',
    `SELECT * FROM Document WHERE dc:title ILIKE :searchTerm AND ${collection} AND ecm:primaryType != 'Favorites'`,
    { sort: '-dc:modified', pageSize: 50 },
  ),
  provider(
    'default_content_collection',
    `SELECT * FROM Document WHERE collectionMember:collectionIds/* = ? AND ${shown} AND ecm:isTrashed = 0`,
    { sort: 'dc:title', pageSize: 50 },
  ),
  provider(
    'ordered_content_collection',
    `SELECT * FROM Document WHERE collectionMember:collectionIds/* = ? AND ${shown} AND ecm:isTrashed = 0`,
    { pageSize: 50, inMemberOrder: true },
  ),
  provider(
    'default_collection_candidate',
    `SELECT * FROM Document WHERE dc:title ILIKE '?%' AND ecm:mixinType != 'NotCollectionMember' AND ecm:mixinType != 'Folderish' AND ecm:isProxy = 0 AND ${visible}`,
    { quoteParameters: false, sort: 'dc:title', pageSize: 50 },
  ),
];

const places: readonly ProviderDefinition[] = [
  provider(
    'publish_space_suggestion',
    `SELECT * FROM Document WHERE dc:title ILIKE '?%' AND ecm:mixinType = 'PublishSpace' AND ${visible}`,
    { quoteParameters: false, sort: 'dc:title', pageSize: 50 },
  ),
  provider(
    'permissions_search_folders',
    `SELECT * FROM Document WHERE dc:title ILIKE '?%' AND ecm:mixinType = 'Folderish' AND ecm:isProxy = 0 AND ${visible}`,
    { quoteParameters: false, sort: 'dc:title', pageSize: 10 },
  ),
  provider('domains_for_publishing', `SELECT * FROM Domain WHERE ecm:parentId = ? AND ${live}`, {
    sort: 'dc:title',
    pageSize: 50,
  }),
  provider('permissions_purge', 'SELECT * FROM Document', {
    fixedPart: 'ecm:isVersion = 0 AND ecm:isProxy = 0',
    predicates: [
      predicate('ace_username', 'IN', 'ecm:acl/*1/principal'),
      predicate('ecm_ancestorIds', '=', 'ecm:ancestorId'),
    ],
    sort: 'dc:title',
  }),
];

const tasks: readonly ProviderDefinition[] = [
  provider(
    'user_tasks',
    "SELECT * FROM TaskDoc WHERE ecm:path STARTSWITH '/task-root' AND ecm:currentLifeCycleState = 'opened' AND ecm:isTrashed = 0 AND (nt:actors IN :currentActors OR nt:delegatedActors IN :currentActors)",
    { sort: 'nt:dueDate' },
  ),
  provider(
    'nuxeo_tasks_listing',
    "SELECT * FROM TaskDoc WHERE ecm:path STARTSWITH '/task-root' AND ecm:currentLifeCycleState = 'opened' AND ecm:isTrashed = 0",
    {
      predicates: [
        predicate('userId', 'IN', 'nt:actors'),
        predicate('workflowInstanceId', '=', 'nt:processId'),
      ],
      sort: 'nt:dueDate',
    },
  ),
];

const savedSearches: readonly ProviderDefinition[] = [
  provider('SAVED_SEARCHES_ALL', `SELECT * FROM Document WHERE ecm:mixinType = 'SavedSearch' AND ${live}`, {
    sort: 'dc:title',
    pageSize: 50,
  }),
  provider(
    'SAVED_SEARCHES_ALL_PAGE_PROVIDER',
    `SELECT * FROM Document WHERE ecm:mixinType = 'SavedSearch' AND ${live} AND saved:providerName = :pageProvider`,
    { sort: 'dc:title', pageSize: 50 },
  ),
];

const comments: readonly ProviderDefinition[] = [
  provider(
    'GET_COMMENTS_FOR_DOCUMENT',
    'SELECT * FROM Comment WHERE comment:parentId = ? AND ecm:isVersion = 0',
    { sort: '-comment:creationDate', pageSize: 0 },
  ),
  provider(
    'GET_COMMENTS_FOR_DOCUMENT_BY_ECM_PARENT',
    'SELECT * FROM Comment WHERE ecm:parentId = ? AND ecm:isVersion = 0',
    { sort: '-comment:creationDate', pageSize: 0 },
  ),
];

export const defaultProviders: readonly ProviderDefinition[] = [
  ...searches,
  ...contents,
  ...collections,
  ...places,
  ...tasks,
  ...savedSearches,
  ...comments,
];
