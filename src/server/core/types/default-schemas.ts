/** The schemas of a fresh server. */
import type { FieldDefinition, SchemaDefinition } from './definitions.ts';
import { field, fields } from './fields.ts';

const schema = (
  name: string,
  prefix: string,
  list: SchemaDefinition['fields'],
  options: { versionWritable?: boolean; owned?: boolean } = {},
): SchemaDefinition => ({ name, prefix, fields: list, ...options });

/** Content that a record must keep. Pictures and films made from it are not: the server can make them again. */
const retained = (definition: FieldDefinition): FieldDefinition => ({ ...definition, retained: true });

const imageInfo = fields('width: long, height: long, depth: long, format, colorSpace');
const streamFields = fields('streamInfo, type, codec, bitRate: double');
const videoInfo = [
  ...fields('duration: double, width: long, height: long, format, frameRate: double'),
  field('streams: complex[]', streamFields),
];

export const defaultSchemas: readonly SchemaDefinition[] = [
  schema(
    'dublincore',
    'dc',
    fields(`
    title, description
    subjects: string[] -> directory l10nsubjects/
    rights, source
    coverage -> directory l10ncoverage/
    created: date, modified: date, issued: date, valid: date, expired: date
    format, language
    creator -> user
    contributors: string[] -> user
    lastContributor -> user
    nature -> directory nature
    publisher`),
  ),
  schema('common', 'common', fields('icon, icon-expanded')),
  schema('uid', 'uid', fields('uid, major_version: long = 0, minor_version: long = 0')),
  schema('file', 'file', fields('content: blob').map(retained)),
  schema('files', 'files', [retained(field('files: complex[]', fields('file: blob')))]),
  schema('note', 'note', fields('note, mime_type').map(retained)),
  schema('domain', 'domain', fields('display_type: boolean = false, content_roots: string[]')),
  schema('relatedtext', 'relatedtext', [
    field('relatedtextresources: complex[]', fields('relatedtextid, relatedtext')),
  ]),
  schema('publishing', 'publish', fields('sections: string[]')),
  schema(
    'webcontainer',
    'webc',
    fields(`
    isWebContainer: boolean, name, url, template
    theme = "sites"
    themePage = "workspace"
    themePerspective, email, welcomeText, baseline, welcomeMedia: blob, logo: blob, useCaptcha: boolean
    moderationType = "aposteriori"`),
  ),
  schema('collection', 'collection', fields('documentIds: string[]'), { owned: true }),
  schema('collectionMember', 'collectionMember', fields('collectionIds: string[]'), {
    versionWritable: true,
    owned: true,
  }),
  schema('facetedTag', 'nxtag', [field('tags: complex[]', fields('label, username'))], {
    versionWritable: true,
    owned: true,
  }),
  schema('thumbnail', 'thumb', fields('thumbnail: blob')),
  schema('picture', 'picture', [
    ...fields(`headline, subheadline, byline, dateline, slugline, credit, language, source, origin, genre, caption
      typage, cropCoords`),
    field('views: complex[]', [
      ...fields('title, description, tag, height: long, width: long, filename, content: blob'),
      field('info', imageInfo),
    ]),
    field('info', imageInfo),
  ]),
  schema('picturebook', 'picturebook', []),
  schema(
    'image_metadata',
    'imd',
    fields(`
    image_description, user_comment, equipment, date_time_original: date, xresolution: long, yresolution: long
    pixel_xdimension: long, pixel_ydimension: long, copyright, exposure_time, iso_speed_ratings, focal_length: double
    focalLength, color_space, white_balance, icc_profile, orientation, fnumber: double`),
  ),
  schema(
    'iptc',
    'iptc',
    fields(`
    by_line, by_line_title, caption, category, city, copyright_notice, country_or_primary_location, credit
    date_created: date, headline, keywords, language, object_name, original_transmission_ref, originating_program
    province_or_state, record_version, release_date: date, release_time, source, special_instructions
    supplemental_categories, time_created, urgency, writer`),
  ),
  schema('video', 'vid', [
    field('info', videoInfo),
    field('transcodedVideos: complex[]', [field('name'), field('content: blob'), field('info', videoInfo)]),
    field('storyboard: complex[]', fields('content: blob, timecode: double, comment')),
  ]),
  schema('audio', 'aud', fields('duration: long')),
  schema('threed', 'threed', []),
  schema(
    'comment',
    'comment',
    fields('author, text, creationDate: date, modificationDate: date, parentId, ancestorIds: string[]'),
    { owned: true },
  ),
  schema('annotation', 'annotation', fields('xpath'), { owned: true }),
  schema('externalEntity', 'externalEntity', fields('entityId, origin, entity'), { owned: true }),
  schema(
    'notification',
    'notif',
    [field('notifications: complex[]', fields('name, subscribers: string[]'))],
    { versionWritable: true, owned: true },
  ),
  schema(
    'rendition',
    'rend',
    fields('sourceId, sourceVersionableId, sourceModificationDate: date, renditionName, renditionVariant'),
  ),
  schema(
    'userprofile',
    'userprofile',
    fields('avatar: blob, birthdate: date, phonenumber, gender: boolean, locale'),
  ),
  schema(
    'documents_size_statistics',
    'dss',
    fields('innerSize: long, totalSize: long, sizeTrash: long, sizeVersions: long, maxSize: long'),
    { owned: true },
  ),
  schema('documents_count_statistics', 'dcs', fields('childrenCount: long, descendantsCount: long'), {
    owned: true,
  }),
  schema(
    'keeping',
    'keep',
    fields('isRecord: boolean, retainUntil: date, hasLegalHold: boolean, holdReason'),
    { owned: true },
  ),
  schema('driveroot', 'drv', []),
  schema(
    'ui_types_configuration',
    'uitypesconf',
    fields('allowedTypes: string[], deniedTypes: string[], denyAllTypes: boolean, defaultType'),
  ),
  schema('relation', 'relation', fields('source, sourceUri, predicate, target, targetUri, targetString'), {
    owned: true,
  }),
  schema('saved_search', 'saved', [
    ...fields(
      'query, queryLanguage, providerName, pageSize: long, currentPageIndex: long, maxResults: long, sortBy, sortOrder, queryParams, contentViewData',
    ),
    field('params', fields('json')),
  ]),
  schema(
    'document_route_instance',
    'docri',
    fields(`
    participatingDocuments: string[], initiator, modelId, modelName, status, variables, nodes, position: long`),
    { owned: true },
  ),
  schema(
    'task',
    'nt',
    [
      ...fields(`name, processId, processName, nodeId, initiator, directive, dueDate: date, created: date, type
      actors: string[], delegatedActors: string[], targetDocumentsIds: string[], accepted: boolean
      variables, action, executor`),
      field('comments: complex[]', fields('author, text, date: date')),
    ],
    { owned: true },
  ),
];
