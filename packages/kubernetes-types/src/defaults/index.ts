import type { ValueMap } from '@managed-fields/merge-engine';
import { admissionregistration } from './admissionregistration.ts';
import { apiextensions } from './apiextensions.ts';
import { apps } from './apps.ts';
import { autoscalingV1, autoscalingV2 } from './autoscaling.ts';
import { batch } from './batch.ts';
import { core } from './core.ts';
import { discovery } from './discovery.ts';
import { flowcontrol } from './flowcontrol.ts';
import { networking } from './networking.ts';
import { rbac } from './rbac.ts';
import { resource } from './resource.ts';
import { storage } from './storage.ts';
import { applyDefaults, type CompiledTable, table } from './table.ts';

const none: CompiledTable = table({});

/** Tables by group and version, then by kind. A kind that has none at all is listed with an empty table. */
const tables: Readonly<Record<string, Readonly<Record<string, CompiledTable>>>> = {
  v1: { ...core, ServiceAccount: none, Event: none, Binding: none, ComponentStatus: none },
  'admissionregistration.k8s.io/v1': admissionregistration,
  'apiextensions.k8s.io/v1': apiextensions,
  'apiregistration.k8s.io/v1': { APIService: table({ at: { 'spec.service?': { absent: { port: 443n } } } }) },
  'apps/v1': { ...apps, ControllerRevision: none },
  'autoscaling/v1': { ...autoscalingV1, Scale: none },
  'autoscaling/v2': autoscalingV2,
  'batch/v1': batch,
  'certificates.k8s.io/v1': { CertificateSigningRequest: none },
  'coordination.k8s.io/v1': { Lease: none },
  'discovery.k8s.io/v1': discovery,
  'events.k8s.io/v1': { Event: none },
  'flowcontrol.apiserver.k8s.io/v1': flowcontrol,
  'networking.k8s.io/v1': networking,
  'node.k8s.io/v1': { RuntimeClass: none },
  'policy/v1': { PodDisruptionBudget: none, Eviction: none },
  'rbac.authorization.k8s.io/v1': rbac,
  'resource.k8s.io/v1': resource,
  'scheduling.k8s.io/v1': { PriorityClass: table({ absent: { preemptionPolicy: 'PreemptLowerPriority' } }) },
  'storage.k8s.io/v1': storage,
};

/**
 * What sets the defaults of a kind on a decoded object, Go-encoded as its version writes it; undefined where the kind
 * is not known here. Setting them twice is setting them once.
 */
export function defaultsFor(
  group: string,
  version: string,
  kind: string,
): ((object: ValueMap) => ValueMap) | undefined {
  const found = tables[group === '' ? version : `${group}/${version}`]?.[kind];
  return found === undefined ? undefined : (object) => applyDefaults(found, object);
}
