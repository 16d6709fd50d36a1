import { admissionregistration } from './admissionregistration.ts';
import { apiextensions } from './apiextensions.ts';
import { autoscalingV1, autoscalingV2 } from './autoscaling.ts';
import { batch } from './batch.ts';
import { discovery } from './discovery.ts';
import { flowcontrol } from './flowcontrol.ts';
import { networking } from './networking.ts';
import { rbac } from './rbac.ts';
import { resource } from './resource.ts';
import { storage } from './storage.ts';
import { type CompiledTable, table } from './table.ts';

const none: CompiledTable = table({});

/**
 * Tables of the groups that are not core or apps, by group and version, then by kind. A kind that has no defaults at
 * all is listed with an empty table.
 */
export const otherTables: Readonly<Record<string, Readonly<Record<string, CompiledTable>>>> = {
  'admissionregistration.k8s.io/v1': admissionregistration,
  'apiextensions.k8s.io/v1': apiextensions,
  'apiregistration.k8s.io/v1': { APIService: table({ at: { 'spec.service?': { absent: { port: 443n } } } }) },
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
