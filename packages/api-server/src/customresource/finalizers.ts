import { compareStrings, listAt, mapAt, quote, type ValueMap } from '@managed-fields/merge-engine';

const standard = ['orphan', 'foregroundDeletion', 'kubernetes'];

/**
 * Returns the warnings about finalizers that a write adds whose names others may use too; invalid names are refused before.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresource/strategy.go generateWarningsFromObj,
 * validator.go validateKubeFinalizerName.
 */
export function newFinalizerWarnings(object: ValueMap, old: ValueMap | undefined): string[] {
  const before = new Set(finalizersOf(old));
  const added = [...new Set(finalizersOf(object))].filter((name) => !before.has(name));
  return added.sort(compareStrings).flatMap(warningsOf);
}

function finalizersOf(object: ValueMap | undefined): string[] {
  return (listAt(mapAt(object, 'metadata'), 'finalizers') ?? []).filter((name) => typeof name === 'string');
}

function warningsOf(name: string): string[] {
  if (name.includes('/') || standard.includes(name)) return [];
  const path = name.includes('.') ? ' including a path (/)' : '';
  const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
  return [`metadata.finalizers: ${quote(name)}: ${advice}`];
}

/** The finalizer that keeps a definition until its instances are gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';
