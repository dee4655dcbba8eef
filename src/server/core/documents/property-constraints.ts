/** Constraints on values beyond their type; each broken one is a violation in the report. */
import type { Violation, ViolationPathNode } from '#wire/exception.ts';
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { isEntryValue } from '../directories/entries.ts';
import { errors } from '../kernel/errors.ts';
import type { Properties, PropertyValue } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { pauseWhenLong } from '../kernel/turns.ts';
import type { FieldDefinition } from '../types/definitions.ts';

interface Rule {
  readonly name: string;
  readonly message: string;
  readonly parameters: Readonly<Record<string, Json>>;
}

const missing: Rule = { name: 'NotNullConstraint', message: 'This field is required', parameters: {} };

interface Shape {
  readonly type: string;
  readonly facets: readonly string[];
}

/** @throws 422 with all violations */
export async function checkConstraints(session: Session, properties: Properties): Promise<void> {
  const violations: Violation[] = [];
  for (const [name, value] of Object.entries(properties)) {
    const field = session.types.topField(name)?.field;
    if (field)
      await checkField(session, field, value, [{ field_name: name, is_list_item: false }], violations);
  }
  if (violations.length > 0) throw errors.validation(violations);
}

/** Checks that a new document has all required fields. @throws 422 with every missing one */
export function checkRequired(session: Session, shape: Shape, properties: Properties): void {
  const violations = session.types.schemasOf(shape).flatMap((schema) =>
    schema.fields.flatMap((field): readonly Violation[] => {
      const name = `${schema.prefix || schema.name}:${field.name}`;
      if (!field.constraints?.required || (properties[name] ?? null) !== null) return [];
      return [violationOf(missing, null, [{ field_name: name, is_list_item: false }])];
    }),
  );
  if (violations.length > 0) throw errors.validation(violations);
}

/** Further violations are left out: each takes some hundred bytes of the answer. */
const mostViolations = 100;

async function checkField(
  session: Session,
  field: FieldDefinition,
  value: PropertyValue,
  path: readonly ViolationPathNode[],
  violations: Violation[],
): Promise<void> {
  if (field.list && Array.isArray(value)) {
    const [last] = path.slice(-1);
    for (const [index, item] of value.entries()) {
      await pauseWhenLong();
      if (violations.length >= mostViolations) return;
      const node = { field_name: last?.field_name ?? field.name, is_list_item: true, index };
      await checkField(session, { ...field, list: false }, item, [...path.slice(0, -1), node], violations);
    }
    return;
  }
  for (const rule of await brokenRules(session, field, value)) {
    violations.push(violationOf(rule, value, path));
  }
  if (field.type !== 'complex' || !isJsonObject(value)) return;
  for (const part of field.fields ?? []) {
    await checkField(
      session,
      part,
      value[part.name] ?? null,
      [...path, { field_name: part.name, is_list_item: false }],
      violations,
    );
  }
}

function violationOf(rule: Rule, value: PropertyValue, path: readonly ViolationPathNode[]): Violation {
  return {
    messageKey: `label.schema.constraint.violation.${rule.name}.${path.map((node) => node.field_name.replace(':', '.')).join('.')}`,
    message: rule.message,
    invalid_value: value,
    constraint: { 'entity-type': 'validation_constraint', name: rule.name, parameters: rule.parameters },
    path,
  };
}

async function brokenRules(
  session: Session,
  field: FieldDefinition,
  value: PropertyValue,
): Promise<readonly Rule[]> {
  const { constraints, resolver } = field;
  if (value === null) {
    return constraints?.required ? [missing] : [];
  }
  const broken: Rule[] = [];
  if (typeof value === 'string' && resolver?.kind === 'directory') {
    if (!(await isEntryValue(session.read, resolver, value))) {
      broken.push({
        name: 'directoryResolver',
        message: `"${value}" is not an entry of the vocabulary ${resolver.directory}`,
        parameters: { directory: resolver.directory },
      });
    }
  }
  if (constraints) broken.push(...brokenLimits(constraints, value));
  return broken;
}

/** Patterns are for codes and addresses: with a long text, a pattern of quadratic or cubic cost would never end. */
const longestMatch = 1_000;

function matches(pattern: string, text: string): boolean {
  return text.length <= longestMatch && new RegExp(`^(?:${pattern})$`, 'u').test(text);
}

function brokenLimits(
  constraints: NonNullable<FieldDefinition['constraints']>,
  value: Json,
): readonly Rule[] {
  const { pattern, minLength, maxLength, minimum, maximum, values } = constraints;
  const broken: Rule[] = [];
  if (typeof value === 'string') {
    if (pattern !== undefined && !matches(pattern, value)) {
      broken.push({
        name: 'PatternConstraint',
        message: `This value must match ${pattern}`,
        parameters: { Pattern: pattern },
      });
    }
    if (value.length < (minLength ?? 0) || value.length > (maxLength ?? Number.POSITIVE_INFINITY)) {
      broken.push({
        name: 'LengthConstraint',
        message: `This text must have between ${minLength ?? 0} and ${maxLength ?? 'any number of'} characters`,
        parameters: { Minimum: minLength ?? null, Maximum: maxLength ?? null },
      });
    }
    if (values && !values.includes(value)) {
      broken.push({
        name: 'EnumConstraint',
        message: `This value must be one of ${values.join(', ')}`,
        parameters: { Values: values },
      });
    }
  }
  if (typeof value === 'number' || typeof value === 'string') {
    const isBelow = minimum !== undefined && typeof minimum === typeof value && value < minimum;
    const isAbove = maximum !== undefined && typeof maximum === typeof value && value > maximum;
    if (isBelow || isAbove) {
      broken.push({
        name: typeof value === 'number' ? 'NumericIntervalConstraint' : 'DateIntervalConstraint',
        message: `This value must lie between ${minimum ?? 'anything'} and ${maximum ?? 'anything'}`,
        parameters: {
          Minimum: minimum ?? null,
          MinimumInclusive: true,
          Maximum: maximum ?? null,
          MaximumInclusive: true,
        },
      });
    }
  }
  return broken;
}
