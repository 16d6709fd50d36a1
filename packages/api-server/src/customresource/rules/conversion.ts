import {
  bytesOfBase64,
  childPath,
  type FieldError,
  forbidden,
  indexPath,
  invalid,
  latin1,
  notSupported,
  required,
  textAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { dns1035Label } from '../../catalog/names.ts';
import { webhookClientErrors } from '../../formats/webhook-client.ts';
import type { Conversion, Definition } from '../definition.ts';

/** The previous state of a definition, with the parts of its status that validation depends on. */
export interface PreviousDefinition {
  readonly definition: Definition;
  /** `status.storedVersions` */
  readonly storedVersions: readonly string[];
  /** Whether its kinds were ever established, which fixes its scope and kind. */
  readonly established: boolean;
}

/**
 * Validates the conversion of a definition. Upstream: k8s.io/apiextensions-apiserver
 * pkg/apis/apiextensions/validation/validation.go validateCustomResourceConversion.
 */
export function conversionErrors(
  conversion: Conversion,
  previous: PreviousDefinition | undefined,
  path: string,
): FieldError[] {
  const { strategy, clientConfig, reviewVersions } = conversion;
  const configPath = childPath(path, 'webhookClientConfig');
  const versionsPath = childPath(path, 'conversionReviewVersions');
  const errors: FieldError[] = [];
  if (strategy === '') errors.push(required(childPath(path, 'strategy')));
  else if (strategy !== 'None' && strategy !== 'Webhook') {
    errors.push(notSupported(childPath(path, 'strategy'), strategy, ['None', 'Webhook']));
  }
  if (strategy === 'Webhook') {
    const missing = required(configPath, 'required when strategy is set to Webhook');
    errors.push(...(clientConfig === undefined ? [missing] : webhookClientErrors(clientConfig, configPath)));
    if (!mayHaveBadBundle(previous)) {
      const [at, bundle] = [childPath(configPath, 'caBundle'), textAt(clientConfig, 'caBundle')];
      errors.push(...bundleComplaints(clientConfig).map((words) => invalid(at, bundle, words)));
    }
    return [...errors, ...reviewVersionErrors(reviewVersions, versionsPath)];
  }
  const words = 'should not be set when strategy is not set to Webhook';
  if (clientConfig !== undefined) errors.push(forbidden(configPath, words));
  if (reviewVersions.length > 0) errors.push(forbidden(versionsPath, words));
  return errors;
}

/**
 * Whether an invalid CA bundle is allowed: until the kind is established, and where the previous one was invalid too.
 * Upstream: validation.go allowInvalidCABundle.
 */
function mayHaveBadBundle(previous: PreviousDefinition | undefined): boolean {
  if (previous === undefined || !previous.established) return true;
  return bundleComplaints(previous.definition.conversion.clientConfig).length > 0;
}

/**
 * Validates the CA bundle of a webhook. The content of a PEM block is not checked.
 * Upstream: k8s.io/apiserver pkg/util/webhook/validation.go ValidateCABundle.
 */
export function bundleComplaints(clientConfig: ValueMap | undefined): readonly string[] {
  const bundle = latin1(bytesOfBase64(textAt(clientConfig, 'caBundle')) ?? new Uint8Array());
  if (bundle === '' || /-----BEGIN CERTIFICATE-----\s[\s\S]*-----END CERTIFICATE-----/.test(bundle)) return [];
  return ['unable to load root certificates: unable to parse bytes as PEM block'];
}

function reviewVersionErrors(versions: readonly string[], path: string): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  versions.forEach((version, i) => {
    const at = indexPath(path, i);
    if (seen.has(version)) errors.push(invalid(at, version, 'duplicate version'));
    else errors.push(...dns1035Label(version).map((words) => invalid(at, version, words)));
    seen.add(version);
  });
  if (!seen.has('v1') && !seen.has('v1beta1')) {
    errors.push(invalid(path, versions, 'must include at least one of v1, v1beta1'));
  }
  return errors;
}
