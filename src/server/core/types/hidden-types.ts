/**
 * Types that are offered in no folder: those whose fields are the parameters of page providers, and those of the server's
 * internal documents. Clients get their descriptions as the interface defines them.
 */
import type { FacetDefinition, SchemaDefinition, TypeDefinition } from './definitions.ts';
import { field, fields } from './fields.ts';

const schema = (
  name: string,
  prefix: string,
  list: SchemaDefinition['fields'],
  owned = false,
): SchemaDefinition => ({ name, prefix, fields: list, ...(owned ? { owned } : {}) });

const type = (
  name: string,
  parent: string,
  facets: readonly string[],
  schemas: readonly string[] = [],
  owned = false,
): TypeDefinition => ({ name, parent, facets, schemas, ...(owned ? { owned } : {}) });

const words =
  'fulltext_none, fulltext_all, fulltext_phrase, fulltext_one_of, sortColumn, sortAscending: boolean';

const searchSchemas: readonly SchemaDefinition[] = [
  schema(
    'default_search',
    'defaults',
    fields(`
    ecm_fulltext, ecm_tags: string[], dc_created_min: date, dc_created_max: date, dc_modified_min: date
    dc_modified_max: date, dc_creator: string[], dc_nature: string[], dc_coverage: string[], dc_subjects: string[]
    ecm_path: string[], ecm_collections: string[], dc_creator_agg: string[], dc_created_agg: string[]
    dc_modified_agg: string[], dc_nature_agg: string[], dc_subjects_agg: string[], dc_coverage_agg: string[]
    common_size_agg: string[]`),
  ),
  schema(
    'expired_search',
    'expired_search',
    fields('title, expired_min: date, expired_max: date, dc_creator_agg: string[], dc_expired_agg: string[]'),
  ),
  schema(
    'assets_search',
    '',
    fields(`
    ecm_fulltext, system_primaryType_agg: string[], system_mimetype_agg: string[], asset_width_agg: string[]
    asset_height_agg: string[], color_profile_agg: string[], color_depth_agg: string[], video_duration_agg: string[]`),
  ),
  schema(
    'advanced_search',
    'search',
    fields(`
    title, description, rights, source, nature: string[], coverage: string[], subjects: string[]
    created_min: date, created_max: date, modified_min: date, modified_max: date, issued_min: date, issued_max: date
    valid_min: date, valid_max: date, expired_min: date, expired_max: date, format, language
    isCheckedInVersion: boolean = false, searchpath: string[], currentLifeCycleState
    currentLifeCycleStates: string[], ${words}`),
  ),
  schema(
    'advanced_content',
    'advanced_content',
    fields(`
    title, ecm_parentId, ecm_trashed: boolean = false, dc_last_contributor_agg: string[]
    dc_modified_agg: string[], ${words}`),
  ),
  schema(
    'basicauditsearch',
    'bas',
    fields(`
    startDate: date, endDate: date, principalName, principalNames: string[], eventId, eventIds: string[]
    eventCategory, eventCategories: string[], targetDocumentUUID, targetDocumentType, targetDocumentPath
    targetRepository, logId: long`),
  ),
  schema(
    'permissions_search',
    'rs',
    fields(`
    ace_username: string[], ace_creator: string[], ace_permission: string[], ace_acl_name
    ace_begin: date, ace_end: date, ecm_ancestorIds: string[]`),
  ),
  schema('content_view_display', 'cvd', [
    ...fields('contentViewName, resultLayoutName, pageSize: long = 20, selectedLayoutColumns: string[]'),
    field('sortInfos: complex[]', fields('sortColumn, sortAscending: boolean')),
  ]),
];

const machinerySchemas: readonly SchemaDefinition[] = [
  schema('tag', 'tag', fields('label'), true),
  schema(
    'status',
    '',
    fields('instanceId, serviceId, administrative_status, statusMessage, userLogin'),
    true,
  ),
  schema(
    'userinfo',
    'userinfo',
    fields('login, firstName, lastName, company, email, groups: string[], tenantId'),
    true,
  ),
  schema(
    'registration',
    'registration',
    fields('validationMethod, accepted: boolean, copyTo, comment, originatingUser'),
    true,
  ),
  schema(
    'route_node',
    'rnode',
    [
      ...fields(`
      nodeId, variablesFacet, inputChain, outputChain, fork: boolean, start: boolean, stop: boolean, merge
      executeOnlyFirstTransition: boolean, subRouteModelExpr, hasTask: boolean, hasMultipleTasks: boolean
      taskDirective, taskDescription, taskDueDate: date, taskDueDateExpr, taskAssignees: string[], taskAssigneesExpr
      taskAssigneesPermission, taskLayout, taskDocType, taskNotificationTemplate, lastActor, count: long
      startDate: date, endDate: date, canceled: long, subRouteInstanceId, button, taskX, taskY
      allowTaskReassignment: boolean = true`),
      field('transitions: complex[]', [
        ...fields('name, label, description, targetId, condition, result: boolean, chain'),
        field('path: complex[]', fields('x: double, y: double')),
      ]),
      field('subRouteVariables: complex[]', fields('key, value')),
      field('taskButtons: complex[]', fields('name, label, filter, validate: boolean = true')),
      field(
        'escalationRules: complex[]',
        fields(
          'name, label, multipleExecution: boolean = false, condition, executed: boolean = false, chain, executionDate: date',
        ),
      ),
      field('tasksInfo: complex[]', fields('actor, comment, status, taskDocId, ended: boolean = false')),
    ],
    true,
  ),
];

export const hiddenSchemas = [...searchSchemas, ...machinerySchemas];

export const hiddenFacets: readonly FacetDefinition[] = [
  { name: 'ContentViewDisplay', schemas: ['content_view_display'] },
  { name: 'UserInvitation', schemas: ['userinfo', 'registration'], owned: true },
];

const hidden = 'HiddenInNavigation';
const system = [hidden, 'SystemDocument'];

export const hiddenTypes: readonly TypeDefinition[] = [
  type('DefaultSearch', 'SavedSearch', ['ContentViewDisplay'], ['default_search']),
  type('ExpiredSearch', 'SavedSearch', [], ['expired_search']),
  type('AssetsSearch', 'Document', ['ContentViewDisplay', 'SavedSearch', hidden], ['assets_search']),
  type('AdvancedSearch', 'Document', [], ['advanced_search']),
  type('AdvancedContent', 'Document', [], ['advanced_content']),
  type('BasicAuditSearch', 'Document', [], ['basicauditsearch', 'dublincore', 'common']),
  type('PermissionsSearch', 'Document', [], ['permissions_search']),
  type('RouteNode', 'Document', [...system, 'NotFulltextIndexable'], ['dublincore', 'route_node'], true),
  type('Tag', 'Document', [hidden], ['tag', 'dublincore'], true),
  ...['Tagging', 'CommentRelation', 'DefaultRelation', 'PublicationRelation'].map((name) =>
    type(name, 'Relation', [hidden]),
  ),
  type('UserInvitation', 'File', ['UserInvitation', hidden], [], true),
  type('UserInvitationContainer', 'Workspace', [hidden], [], true),
  type('ManagementRoot', 'Folder', system, ['dublincore'], true),
  type('AdministrativeStatusContainer', 'Folder', system, ['dublincore'], true),
  type('AdministrativeStatus', 'Document', system, ['dublincore', 'status'], true),
];
