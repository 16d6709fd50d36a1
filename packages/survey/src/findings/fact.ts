import type { Finding } from './finding.ts';

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
