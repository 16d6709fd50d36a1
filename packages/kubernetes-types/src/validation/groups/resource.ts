import type { ValueMap } from '@managed-fields/merge-engine';
import { holdsFor, type KubernetesVersion } from '../../versions.ts';
import {
  deviceTaintRuleErrors,
  deviceTaintRuleStatusErrors,
  deviceTaintRuleUpdateErrors,
} from '../device-taint-rule.ts';
import type { KindChecks } from '../kind-checks.ts';
import { has, struct, text } from '../object.ts';
import {
  claimTemplateErrors,
  claimTemplateUpdateErrors,
  deviceClassErrors,
  deviceClassUpdateErrors,
  resourceClaimErrors,
  resourceClaimStatusErrors,
  resourceClaimUpdateErrors,
} from '../resource-claim.ts';
import { resourceSliceErrors, resourceSliceUpdateErrors } from '../resource-slice.ts';

function driverWarnings(slice: ValueMap, version: KubernetesVersion): readonly string[] {
  const driver = text(struct(slice, 'spec'), 'driver');
  if (!holdsFor({ from: 'v1.35' }, version) || driver === driver.toLowerCase()) return [];
  const words = `driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`;
  return [`spec.driver: ${words}`];
}

/** Upstream: k8s.io/kubernetes pkg/registry/resource/devicetaintrule/strategy.go warningsForDeviceTaintRule. */
function selectorWarnings(rule: ValueMap, version: KubernetesVersion): readonly string[] {
  const spec = struct(rule, 'spec');
  const isAny = ['driver', 'pool', 'device'].every((name) => !has(struct(spec, 'deviceSelector'), name));
  if (!holdsFor({ from: 'v1.38' }, version) || !has(spec, 'deviceSelector') || !isAny) return [];
  return ['spec.deviceSelector: an empty selector matches every device from every driver in the cluster'];
}

/** The complaints and warnings of the resource group by kind. Upstream: k8s.io/kubernetes pkg/registry/resource. */
export const resource: Readonly<Record<string, KindChecks>> = {
  DeviceClass: {
    validate: deviceClassErrors,
    validateUpdate: deviceClassUpdateErrors,
  },
  DeviceTaintRule: {
    validate: deviceTaintRuleErrors,
    validateUpdate: deviceTaintRuleUpdateErrors,
    validateSubresource: deviceTaintRuleStatusErrors,
    warn: selectorWarnings,
    warnSubresource: () => [],
  },
  ResourceClaim: {
    validate: resourceClaimErrors,
    validateUpdate: resourceClaimUpdateErrors,
    validateSubresource: (claim, old, _, namespace) => resourceClaimStatusErrors(claim, old, namespace),
  },
  ResourceClaimTemplate: {
    validate: claimTemplateErrors,
    validateUpdate: claimTemplateUpdateErrors,
  },
  ResourceSlice: {
    validate: resourceSliceErrors,
    validateUpdate: resourceSliceUpdateErrors,
    warn: driverWarnings,
  },
};
