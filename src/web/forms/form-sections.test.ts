import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldOf } from './form-field.ts';
import { emptyLast, type FormSection } from './form-sections.ts';

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
