import { mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { groupOf } from './live-objects.ts';

/** Whether an object defines a custom kind. */
export function isDefinition(object: ValueMap): boolean {
  return (
    stringAt(object, 'kind') === 'CustomResourceDefinition' && groupOf(stringAt(object, 'apiVersion') ?? '') === group
  );
}

const group = 'apiextensions.k8s.io';

/** The group and kind that a definition defines: `cert-manager.io Certificate`. */
export function definedKind(definition: ValueMap): string {
  const spec = mapAt(definition, 'spec');
  return `${stringAt(spec, 'group') ?? ''} ${stringAt(mapAt(spec, 'names'), 'kind') ?? ''}`;
}

/** The same of a kind at a version. */
export function kindKey({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  return `${groupOf(apiVersion)} ${kind}`;
}

/** A definition as somebody writes it, without what servers add. */
export function writtenDefinition(definition: ValueMap): ValueMap {
  const metadata = new Map<string, Value>();
  for (const [key, value] of mapAt(definition, 'metadata') ?? []) {
    if (['name', 'labels', 'annotations'].includes(key)) metadata.set(key, value);
  }
  const written = new Map<string, Value>(definition).set('metadata', metadata);
  written.delete('status');
  return written;
}
