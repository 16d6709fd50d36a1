import { formatJson } from '@managed-fields/merge-engine';
import type { Shown } from '../validation/shown.ts';
import type { KubernetesVersion } from '../versions.ts';
import { internalJson } from './json.ts';
import { internalTypes } from './types.ts';

/**
 * A value as the complaints of a version show it, without the words around.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go ErrorBody.
 */
export function shownText({ type, of }: Shown, version: KubernetesVersion): string {
  return formatJson(internalJson(internalTypes(version), type, of));
}
