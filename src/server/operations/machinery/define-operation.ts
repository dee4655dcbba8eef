/**
 * Declares an operation once (R3): documentation, parameters, and a method for each kind of input.
 * Invariant: the object given to `defineOperation` is everything: the catalogue shows it and the runner runs it.
 */
import type { Session } from '#server/core/kernel/session.ts';
import type { JsonObject } from '#wire/json.ts';
import { missingParameter } from './coercion.ts';
import type { OperationContext } from './context.ts';
import { adapters, type InputKind, type Inputs } from './input.ts';
import { gathered, type OutputKind, type Outputs, results } from './output.ts';
import { areComplete, type Parameters, type ParameterValuesOf } from './parameters.ts';
import type { OperationInput, OperationResult, RequestInfo } from './result.ts';

/** What a running operation gets besides its input. */
export interface Running {
  readonly session: Session;
  readonly context: OperationContext;
  readonly request: RequestInfo;
  /** As it was sent, for operations that pass it on. */
  readonly input: OperationInput;
  /** Runs another operation in the same transaction. */
  run(id: string, nested: NestedCall): Promise<OperationResult>;
}

export interface NestedCall {
  readonly input: OperationInput;
  readonly params: JsonObject;
  readonly context: OperationContext;
}

export interface Call<Declared extends Parameters> extends Running {
  readonly params: ParameterValuesOf<Declared>;
}

interface MethodTo<Kind extends OutputKind, Declared extends Parameters, Input> {
  readonly to: Kind;
  readonly run: (call: Call<Declared>, input: Input) => Promise<Outputs[Kind]> | Outputs[Kind];
}

type Method<Declared extends Parameters, Input> = {
  readonly [Kind in OutputKind]: MethodTo<Kind, Declared, Input>;
}[OutputKind];

interface Documentation<Declared extends Parameters> {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly label: string;
  readonly category: string;
  readonly description: string;
  readonly since?: string;
  readonly params: Declared;
  /** For other callers over HTTP it does not exist. */
  readonly administratorsOnly?: boolean;
}

export interface Definition<Declared extends Parameters> extends Documentation<Declared> {
  /** An input is tried on them in this order. */
  readonly methods: { readonly [Kind in InputKind]?: Method<Declared, Inputs[Kind]> };
}

/** An operation without the static types of its parameters, which only its methods know. */
export interface Operation extends Documentation<Parameters> {
  readonly methods: readonly RunnableMethod[];
}

export interface RunnableMethod {
  readonly from: InputKind;
  readonly to: OutputKind;
  /** Undefined when the input is not of this method's kind. */
  accept(session: Session, input: OperationInput): Promise<AcceptedCall | undefined>;
}

/** @param params the coerced values */
export type AcceptedCall = (running: Running, params: object) => Promise<OperationResult>;

export function defineOperation<const Declared extends Parameters>(
  definition: Definition<Declared>,
): Operation {
  const { methods, ...documentation } = definition;
  const { id, params } = documentation;
  const runnable = <Kind extends InputKind>(from: Kind): readonly RunnableMethod[] => {
    const method: Method<Declared, Inputs[Kind]> | undefined = methods[from];
    return method ? [runnableMethod(id, params, from, method)] : [];
  };
  return { ...documentation, methods: inputKindsOf(methods).flatMap(runnable) };
}

function inputKindsOf(methods: { readonly [Kind in InputKind]?: unknown }): readonly InputKind[] {
  return Object.keys(methods).filter((name): name is InputKind => Object.hasOwn(adapters, name));
}

function runnableMethod<Declared extends Parameters, Kind extends InputKind>(
  id: string,
  declared: Declared,
  from: Kind,
  method: Method<Declared, Inputs[Kind]>,
): RunnableMethod {
  return {
    from,
    to: method.to,
    accept: async (session, input) => {
      const adapted = await adapters[from](session, input);
      if (!adapted) return undefined;
      return async (running, params) => {
        if (!areComplete(declared, params)) throw missingParameter(id, declared, params);
        const all: OperationResult[] = [];
        for (const item of adapted.items) {
          // The step for the first item was taken for the operation itself.
          if (all.length > 0) await running.session.budget.step();
          all.push(await runOn(method, { ...running, params }, item));
        }
        const [only] = all;
        return only && !adapted.isList ? only : gathered(method.to, all);
      };
    },
  };
}

async function runOn<Kind extends OutputKind, Declared extends Parameters, Input>(
  method: MethodTo<Kind, Declared, Input>,
  call: Call<Declared>,
  input: Input,
): Promise<OperationResult> {
  return results[method.to](await method.run(call, input));
}
