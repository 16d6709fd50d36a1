import { formatJson, type Value } from '@managed-fields/merge-engine';
import type { Shown } from '../validation/shown.ts';
import { holdsFor, type KubernetesVersion } from '../versions.ts';
import { goSyntax } from './go-syntax.ts';
import { internalJson } from './json.ts';
import { internalTypes } from './types.ts';

/**
 * A value as the complaints of a version show it: as JSON, in v1.33 as Go source, where what a nil pointer points to is a text.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go ErrorBody.
 */
export function shownValue({ type, of }: Shown, version: KubernetesVersion): Value | { readonly raw: string } {
  const types = internalTypes(version);
  if (holdsFor({ from: 'v1.34' }, version)) return { raw: formatJson(internalJson(types, type, of)) };
  const pointed = type.replace(/^\*/, '');
  if (of === undefined || of === null) return pointed === type ? { raw: goSyntax(types, type, of) } : 'null';
  return { raw: goSyntax(types, pointed, of) };
}
