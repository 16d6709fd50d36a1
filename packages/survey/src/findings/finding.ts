import { fieldSetFromV1, pathsOf, pathToString } from '@managed-fields/merge-engine';
import type { OwnedField } from '../owned-fields.ts';

/** The stable name of a rule: files switch rules off by it, and reports name it. */
export type RuleId =
  | 'leftover-client-side-apply'
  | 'last-applied-differs'
  | 'before-first-apply'
  | 'apply-and-update'
  | 'replicas-under-autoscaler'
  | 'rewritten-field'
  | 'zero-values-owned'
  | 'shared-atomic-field'
  | 'manual-change'
  | 'manager-not-seen'
  | 'unserved-version'
  | 'large-managed-fields'
  | 'status-outside-subresource'
  | 'finalizers-applied'
  | 'large-annotations'
  | 'duplicate-keys'
  | 'written-by-admission'
  | 'changed-by-admission';

/** Something that a rule found in an object, with its evidence. */
export interface Finding {
  readonly rule: RuleId;
  /** The fields, as paths in the notation of messages (`.spec.replicas`), at most `mostFields` of them. */
  readonly fields: readonly string[];
  /** How many fields there are. */
  readonly fieldCount: number;
  /** The places of the entries in the object's managedFields. */
  readonly entries: readonly number[];
  /** What its sentence names, by the names that the words of the rule use. */
  readonly facts: Readonly<Record<string, string>>;
  /** The fields that admission writes too where nobody sends them; absent but for what it changes. */
  readonly filled?: readonly string[];
}

/** The most fields that a finding names. */
export const mostFields = 20;

/** Makes a finding. Paths are written only of the fields that it names. */
export function findingOf(
  rule: RuleId,
  fields: readonly OwnedField[],
  entries: readonly number[],
  facts: Readonly<Record<string, string>>,
): Finding {
  return {
    rule,
    fields: fields.slice(0, mostFields).map(pathOf),
    fieldCount: fields.length,
    entries,
    facts,
  };
}

/** The path of a field in the notation of messages: `.spec.containers[name="app"].image`. */
export function pathOf(field: OwnedField): string {
  const elements: string[] = [];
  for (let at: OwnedField | undefined = field; at !== undefined; at = at.parent) elements.push(elementText(at.element));
  return elements.reverse().join('');
}

/** A path element of fieldsV1 in the notation of messages; as it is where it cannot be read. */
function elementText(element: string): string {
  if (element.startsWith('f:')) return `.${element.slice(2)}`;
  const read = fieldSetFromV1(new Map([[element, new Map()]]));
  const [path] = read.kind === 'set' ? pathsOf(read.set) : [];
  return path === undefined ? `[${element}]` : pathToString(path);
}

/** Something about an object that rules have to know when all objects are judged together; small. */
export type Fact = ScalerFact | ReplicasFact | DefinitionFact | AdmissionFact;

/** An autoscaler and what it scales. */
export interface ScalerFact {
  readonly kind: 'scaler';
  readonly index: number;
  /** What it scales, as `targetKey` writes it. */
  readonly target: string;
  /** Itself, as `HorizontalPodAutoscaler/web`. */
  readonly name: string;
}

/** An object whose replicas are applied. */
export interface ReplicasFact {
  readonly kind: 'replicas';
  readonly index: number;
  /** The object, as `targetKey` writes it. */
  readonly target: string;
  /** What is found if an autoscaler scales it. */
  readonly finding: Finding;
}

/** A definition of a kind. */
export interface DefinitionFact {
  readonly kind: 'definition';
  readonly index: number;
  /** The group and the kind that it defines, as `Widget.example.com`. */
  readonly defines: string;
  /** The versions that it serves. */
  readonly served: readonly string[];
}

/** An object that says what admission writes into others. */
export interface AdmissionFact {
  readonly kind: 'admission';
  readonly index: number;
}

/** The group of an apiVersion; empty for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** The name of an object that an autoscaler may target; its version does not count. */
export function targetKey(namespace: string, apiVersion: string, kind: string, name: string): string {
  return JSON.stringify([namespace, groupOf(apiVersion), kind, name]);
}
