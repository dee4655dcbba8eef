/** Operations on single properties and lists. */
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { changeProperties, listAt, parsedJson, requireXpath } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Document';
const xpath = required('string', 'Xpath of the property');
const save = defaulted('boolean', true, 'Store the change');

const setProperty = defineOperation({
  id: 'Document.SetProperty',
  category,
  label: 'Update Property',
  description: 'Sets one property of the input document; without a value it is cleared.',
  params: {
    xpath,
    value: optional('serializable', 'The value; lists and complex ones may be JSON text'),
    save,
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => {
        const xpath = requireXpath(session, document, params.xpath);
        return changeProperties(session, document, { [xpath]: params.value ?? null }, { save: params.save });
      },
    },
  },
});

const removeProperty = defineOperation({
  id: 'Document.RemoveProperty',
  category,
  label: 'Remove Property',
  description: 'Clears a property of the input document, or takes one item out of a list.',
  params: { xpath, save },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) =>
        removeAt(session, document, requireXpath(session, document, params.xpath), params.save),
    },
  },
});

/** If the xpath ends with an index, removes that item from its list; otherwise sets the property to null. */
export async function removeAt(
  session: Session,
  document: DocumentRow,
  xpath: string,
  isSaved: boolean,
): Promise<DocumentRow> {
  const item = /^(.*)\/(\d+)$/.exec(xpath);
  const [, list, index] = item ?? [];
  if (list === undefined) return changeProperties(session, document, { [xpath]: null }, { save: isSaved });
  const without = (current: DocumentRow): JsonObject => ({
    [list]: listAt(current, list).toSpliced(Number(index), 1),
  });
  return changeProperties(session, document, without, { save: isSaved });
}

const addEntry = defineOperation({
  id: 'Document.AddEntryToMultivaluedProperty',
  aliases: ['AddEntryToMultivaluedProperty', 'DocumentMultivaluedProperty.addItem'],
  category,
  label: 'Add Entry Into Multi-Valued Property',
  description: 'Adds a value to a list property.',
  params: {
    xpath,
    value: required('serializable', 'The value'),
    save,
    checkExists: defaulted('boolean', true, 'Leave the list alone when it has the value already'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => {
        const xpath = requireScalarList(session, document, params.xpath);
        const withEntry = (current: DocumentRow): JsonObject => {
          const list = listAt(current, xpath);
          const isThere = params.checkExists && list.some(isSameAs(params.value));
          return isThere ? {} : { [xpath]: [...list, params.value] };
        };
        return changeProperties(session, document, withEntry, { save: params.save });
      },
    },
  },
});

const removeEntry = defineOperation({
  id: 'Document.RemoveEntryOfMultivaluedProperty',
  aliases: ['RemoveEntryOfMultivaluedProperty'],
  category,
  label: 'Remove Entry Of Multi-Valued Property',
  description: 'Takes a value out of a list property.',
  params: {
    xpath,
    value: required('serializable', 'The value'),
    save,
    'is Remove All': defaulted('boolean', true, 'Every occurrence, not only the first'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => {
        const xpath = requireScalarList(session, document, params.xpath);
        const without = (current: DocumentRow): JsonObject => {
          const list = listAt(current, xpath);
          const isSame = isSameAs(params.value);
          const first = list.findIndex(isSame);
          const remaining = list.filter((item, index) =>
            params['is Remove All'] ? !isSame(item) : index !== first,
          );
          return { [xpath]: remaining };
        };
        return changeProperties(session, document, without, { save: params.save });
      },
    },
  },
});

const addItem = defineOperation({
  id: 'Document.AddItemToListProperty',
  category,
  label: 'Add Item to List Property',
  description: 'Adds one complex item, or several, to a list property.',
  params: { xpath, complexJsonProperties: required('string', 'The item or items, as JSON'), save },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => {
        const xpath = requireList(session, document, params.xpath);
        const added = parsedJson(params.complexJsonProperties);
        const items: readonly Json[] = Array.isArray(added) ? added : [added];
        const withItems = (current: DocumentRow): JsonObject => ({
          [xpath]: [...listAt(current, xpath), ...items],
        });
        return changeProperties(session, document, withItems, { save: params.save });
      },
    },
  },
});

const removeItem = defineOperation({
  id: 'Document.RemoveItemFromListProperty',
  category,
  label: 'Remove Item from List Property',
  description: 'Takes one item out of a list property, or all of them when no index is given.',
  params: { xpath, index: optional('integer', 'From 0'), save },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { xpath, index, save: isSaved } }, document) => {
        const listXpath = requireList(session, document, xpath);
        const without = (current: DocumentRow): JsonObject => {
          const list = listAt(current, listXpath);
          if (index !== undefined && (index < 0 || index >= list.length)) {
            throw errors.badRequest(`${xpath} has no item ${index}`);
          }
          return { [listXpath]: index === undefined ? [] : list.toSpliced(index, 1) };
        };
        return changeProperties(session, document, without, { save: isSaved });
      },
    },
  },
});

function requireList(session: Session, document: DocumentRow, xpath: string): string {
  const listXpath = requireXpath(session, document, xpath);
  if (!session.types.property(listXpath)?.isList) throw errors.badRequest(`${xpath} is no list`);
  return listXpath;
}

function requireScalarList(session: Session, document: DocumentRow, xpath: string): string {
  const listXpath = requireXpath(session, document, xpath);
  const property = session.types.property(listXpath);
  if (!property?.isList) throw errors.badRequest('Only multivalued types can be set using this operation');
  if (property.type === 'complex') throw errors.badRequest('Manage only lists of scalar items');
  return listXpath;
}

function isSameAs(value: Json): (one: Json) => boolean {
  const text = JSON.stringify(value);
  return (one) => JSON.stringify(one) === text || (isString(value) && String(one) === value);
}

export const propertyOperations = [setProperty, removeProperty, addEntry, removeEntry, addItem, removeItem];
