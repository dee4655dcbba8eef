/** Operations on tags and subscriptions, and the moderation of comments. */

import { subscribe, unsubscribe } from '#server/core/collections/subscriptions.ts';
import { addTags, removeAllTags, removeTags, suggestTags, tagsOf } from '#server/core/collections/tags.ts';
import { moderateComment } from '#server/core/comments/comment-moderation.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { optional, required } from '../machinery/parameters.ts';

const services = 'Services';

// ------------------------------------------------------------------------------------------------- tags

const tag = defineOperation({
  id: 'Services.TagDocument',
  category: services,
  label: 'Tag Document',
  description: 'Puts tags on the input document.',
  params: { tags: required('stringlist', 'The tags') },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => addTags(session, document, params.tags),
    },
  },
});

const untag = defineOperation({
  id: 'Services.UntagDocument',
  category: services,
  label: 'Untag Document',
  description: 'Takes tags off the input document.',
  params: { tags: required('stringlist', 'The tags') },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => removeTags(session, document, params.tags),
    },
  },
});

const removeDocumentTags = defineOperation({
  id: 'Services.RemoveDocumentTags',
  category: services,
  label: 'Remove Document Tags',
  description: 'Takes every tag off the input document.',
  params: {},
  methods: {
    eachDocument: { to: 'document', run: ({ session }, document) => removeAllTags(session, document) },
  },
});

const mostSuggestions = 20;

const tagSuggestion = defineOperation({
  id: 'Tag.Suggestion',
  category: services,
  label: 'Get tag suggestion',
  description: 'Tags in use, for a picker; without a term, those of a document.',
  params: {
    searchTerm: optional('string', 'Beginning of a tag'),
    value: optional('string', 'A tag to look up as it is'),
    xpath: optional('string', 'Accepted from older clients'),
    document: optional('document', 'Whose tags to give when there is no term'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params: { searchTerm, value, document } }) => {
        const labels =
          !searchTerm && document
            ? tagsOf(document).map(({ label }) => label)
            : await suggestTags(session, searchTerm || value || '', mostSuggestions);
        return labels.map((label) => ({ id: label, displayLabel: label }));
      },
    },
  },
});

// ----------------------------------------------------------------------------- subscriptions, moderation

const names = optional('stringlist', 'Names of notifications; all when absent');

const subscribeIt = defineOperation({
  id: 'Document.Subscribe',
  category: 'Document',
  label: 'Subscribe document',
  description: 'Notifies the caller of changes to the input documents.',
  params: { notifications: names },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => subscribe(session, document, params.notifications),
    },
  },
});

const unsubscribeIt = defineOperation({
  id: 'Document.Unsubscribe',
  category: 'Document',
  label: 'Unsubscribe document',
  description: 'Stops notifying the caller of changes to the input documents.',
  params: { notifications: names },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => unsubscribe(session, document, params.notifications),
    },
  },
});

const moderate = defineOperation({
  id: 'Comment.Moderate',
  category: services,
  label: 'Moderate the comment',
  description: 'Accepts a comment, or rejects it: then only its author and moderators see it.',
  params: { accept: required('boolean', 'Accepted, or rejected') },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { accept } }, comment) => moderateComment(session, comment, accept),
    },
  },
});

export const taggingOperations = [
  tag,
  untag,
  removeDocumentTags,
  tagSuggestion,
  subscribeIt,
  unsubscribeIt,
  moderate,
];
