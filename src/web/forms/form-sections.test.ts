import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { JsonObject } from '#wire/json.ts';
import { fieldOf } from './form-field.ts';
import { emptyLast, type FormSection, formSections } from './form-sections.ts';

const section = (id: string, names: readonly string[], readOnly = false): FormSection => ({
  id,
  title: '',
  fields: names.map((name) => fieldOf(name, 'string')),
  readOnly,
});

const namesOf = (sections: readonly FormSection[]) =>
  sections.map(({ id, fields }) => [id, fields.map(({ name }) => name)]);

it('puts fields that hold nothing behind the content, except for the title', () => {
  const sections = [
    section('description', ['dc:title', 'dc:nature', 'dc:source']),
    section('contract', ['contract:party']),
    section('content', ['file:content']),
    section('picture', ['picture:caption'], true),
  ];
  const properties = { 'dc:title': '', 'dc:nature': null, 'dc:source': 'Paper', 'file:content': 'a file' };
  assert.deepEqual(namesOf(emptyLast(sections, properties)), [
    ['description', ['dc:title', 'dc:source']],
    ['content', ['file:content']],
    ['picture', ['picture:caption']],
    ['empty', ['dc:nature', 'contract:party']],
  ]);
});

it('adds nothing where every field holds something', () => {
  const sections = [section('description', ['dc:title', 'dc:source'])];
  assert.deepEqual(emptyLast(sections, { 'dc:source': 'Paper' }), sections);
});

it('shows nothing of a picture that was not measured', () => {
  const fields = { info: { type: 'complex', fields: { width: 'integer', height: 'integer' } } };
  const schemas = [{ name: 'picture', '@prefix': 'picture', fields }];
  const idsOf = (info: JsonObject) =>
    formSections(
      { schemas: [{ name: 'picture', prefix: 'picture' }], properties: { 'picture:info': info } },
      schemas,
    ).map(({ id }) => id);
  assert.deepEqual(idsOf({ width: null, height: null }), []);
  assert.deepEqual(idsOf({ width: 40, height: null }), ['picture']);
});
