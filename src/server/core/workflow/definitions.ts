/**
 * The form of workflow models: a graph of nodes with buttons, variables and transitions.
 * Invariant: plain data. Effects are named and run by the engine; conditions have fixed forms and are never program text, so
 * that a model from a configuration file cannot run code.
 */
import type { Json } from '#wire/json.ts';

export type VariableType = 'string' | 'long' | 'date' | 'boolean' | 'stringList' | 'blob';

export interface Variable {
  readonly name: string;
  readonly type: VariableType;
  readonly defaultValue?: Json;
}

export interface Button {
  readonly name: string;
  readonly label: string;
  /** The form must be valid for this button. */
  readonly validate: boolean;
}

/** Who has to act: the initiator, or people named by a workflow variable (all of them, or the one at `index`). */
export type Assignee =
  | { readonly kind: 'initiator' }
  | { readonly kind: 'variable'; readonly name: string; readonly index?: string };

/** A comparison of variables; all conditions in a list must hold. */
export type Condition =
  | { readonly kind: 'button'; readonly name: string }
  | { readonly kind: 'indexAtEnd'; readonly index: string; readonly list: string }
  | { readonly kind: 'indexInside'; readonly index: string; readonly list: string }
  | { readonly kind: 'indexBefore'; readonly index: string }
  | { readonly kind: 'indexNotBefore'; readonly index: string };

export type Effect =
  | { readonly kind: 'set'; readonly variable: string; readonly value: Json }
  | { readonly kind: 'add'; readonly variable: string; readonly amount: number }
  /** Copies a node variable to a workflow variable. */
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'approve'; readonly onlyWhen?: { readonly variable: string; readonly equals: Json } }
  | { readonly kind: 'lock' }
  | { readonly kind: 'unlock' }
  | { readonly kind: 'collectOpinions'; readonly into: string }
  | { readonly kind: 'audit'; readonly event: string; readonly comment: string }
  | { readonly kind: 'mailInitiator'; readonly subject: string };

export interface Transition {
  readonly to: string;
  readonly label: string;
  readonly when: readonly Condition[];
  readonly effects?: readonly Effect[];
}

export interface WorkflowNode {
  readonly id: string;
  readonly title: string;
  readonly kind: 'start' | 'task' | 'multiTask' | 'end';
  readonly x: number;
  readonly y: number;
  readonly directive?: string;
  readonly assignee?: Assignee;
  /** The permission that assignees have on the documents while the task is open. */
  readonly grants?: string;
  readonly buttons?: readonly Button[];
  readonly variables?: readonly Variable[];
  /** Workflow variables that the task shows and can change. */
  readonly shared?: readonly string[];
  readonly due?: { readonly days: number } | { readonly variable: string };
  readonly allowsReassignment?: boolean;
  readonly onEnter?: readonly Effect[];
  /** Run when the node's last task is done, before the transitions are evaluated. */
  readonly onLeave?: readonly (Effect & { readonly button?: string })[];
  /** The first one whose conditions hold is taken. */
  readonly transitions: readonly Transition[];
}

export interface WorkflowModel {
  readonly name: string;
  readonly title: string;
  /** Document types, with their subtypes, that it can be started on. */
  readonly types: readonly string[];
  readonly needsUnlocked: boolean;
  readonly variables: readonly Variable[];
  readonly nodes: readonly WorkflowNode[];
}
