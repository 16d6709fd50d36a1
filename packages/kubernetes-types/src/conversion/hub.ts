import {
  base64,
  isMap,
  listAt,
  mapAt,
  quote,
  stringAt,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { fitsBits } from '../codec/fault.ts';
import { withoutCarried } from './annotated-metrics.ts';

/** An object after the way to the server's own type and back, or the server's words. */
type ThroughHub =
  | { readonly kind: 'object'; readonly object: ValueMap }
  | { readonly kind: 'error'; readonly message: string };

type Step = (object: ValueMap) => ValueMap | { readonly error: string };

/**
 * Converts an object to the type that the server works on and back, as happens to every object: fields that stand for
 * each other are aligned, and parts move between fields and annotations.
 * Upstream: k8s.io/kubernetes pkg/apis/…/v1/conversion.go, both directions.
 */
export function throughHub(apiVersion: string, kind: string, object: ValueMap): ThroughHub {
  let current = object;
  for (const step of steps.get(`${apiVersion} ${kind}`) ?? []) {
    const next = step(current);
    if ('error' in next) return { kind: 'error', message: next.error };
    current = next;
  }
  return { kind: 'object', object: current };
}

const workload = field('spec', field('template', podTemplate));

const steps: ReadonlyMap<string, readonly Step[]> = new Map<string, readonly Step[]>([
  [
    'v1 Pod',
    [
      field('metadata', withoutInitContainers),
      field('spec', podSpec),
      field('spec', ownGracePeriod),
      field('status', podStatus),
    ],
  ],
  ['v1 PodTemplate', [field('template', podTemplate)]],
  ['v1 ReplicationController', [workload]],
  ['v1 Node', [field('spec', nodeSpec)]],
  ['v1 Secret', [secret]],
  ['apps/v1 Deployment', [numberAnnotation('deprecated.deployment.rollback.to'), workload]],
  ['apps/v1 ReplicaSet', [workload]],
  ['apps/v1 StatefulSet', [field('spec', typedClaims), workload]],
  ['apps/v1 DaemonSet', [templateGeneration, workload]],
  ['batch/v1 Job', [workload]],
  ['batch/v1 CronJob', [field('spec', field('jobTemplate', workload))]],
  ['policy/v1 PodDisruptionBudget', [field('spec', field('selector', budgetSelector))]],
  ['autoscaling/v2 HorizontalPodAutoscaler', [field('metadata', (metadata) => withoutCarried(metadata))]],
]);

/** A step for a struct in a field; an absent struct stays absent. */
function field(name: string, step: Step): Step {
  return (object) => {
    const inner = mapAt(object, name);
    if (inner === undefined) return object;
    const next = step(inner);
    if ('error' in next || next === inner) return 'error' in next ? next : object;
    return new Map(object).set(name, next);
  };
}

/** The map with an entry set, or without it. */
function put(map: ValueMap, name: string, value: Value | undefined): ValueMap {
  if (map.get(name) === value) return map;
  const copy = new Map(map);
  if (value === undefined) copy.delete(name);
  else copy.set(name, value);
  return copy;
}

const initContainerAnnotations: ReadonlySet<string> = new Set([
  'pod.beta.kubernetes.io/init-containers',
  'pod.alpha.kubernetes.io/init-containers',
  'pod.beta.kubernetes.io/init-container-statuses',
  'pod.alpha.kubernetes.io/init-container-statuses',
]);

function withoutInitContainers(metadata: ValueMap): ValueMap {
  const annotations = mapAt(metadata, 'annotations') ?? new Map();
  const kept = [...annotations].filter(([name]) => !initContainerAnnotations.has(name));
  if (kept.length === annotations.size) return metadata;
  return put(metadata, 'annotations', kept.length === 0 ? undefined : new Map(kept));
}

/** Aligns the two names of the service account, and sets a security context where there is none. */
function podSpec(spec: ValueMap): ValueMap {
  const account = stringAt(spec, 'serviceAccountName') || stringAt(spec, 'serviceAccount') || undefined;
  const named = put(put(spec, 'serviceAccountName', account), 'serviceAccount', account);
  return isMap(named.get('securityContext')) ? named : put(named, 'securityContext', new Map());
}

function ownGracePeriod(spec: ValueMap): ValueMap {
  const seconds = spec.get('terminationGracePeriodSeconds');
  return typeof seconds === 'bigint' && seconds < 0n ? put(spec, 'terminationGracePeriodSeconds', 1n) : spec;
}

/** Aligns the single address and the list; where they differ the single address counts. */
function podStatus(status: ValueMap): ValueMap {
  const single = stringAt(status, 'podIP') ?? '';
  const [first] = listAt(status, 'podIPs') ?? [];
  if (single === '') return isMap(first) ? put(status, 'podIP', stringAt(first, 'ip') || undefined) : status;
  if (isMap(first) && first.get('ip') === single) return status;
  return put(status, 'podIPs', [new Map([['ip', single]])]);
}

function nodeSpec(spec: ValueMap): ValueMap {
  const single = stringAt(spec, 'podCIDR') ?? '';
  const [first] = listAt(spec, 'podCIDRs') ?? [];
  if (single === '') return typeof first === 'string' ? put(spec, 'podCIDR', first || undefined) : spec;
  return first === single ? spec : put(spec, 'podCIDRs', [single]);
}

function podTemplate(template: ValueMap): ValueMap {
  const spec = mapAt(template, 'spec');
  const metadata = mapAt(template, 'metadata');
  const withSpec = spec === undefined ? template : put(template, 'spec', podSpec(spec));
  return metadata === undefined ? withSpec : put(withSpec, 'metadata', withoutInitContainers(metadata));
}

/** Moves stringData into data. */
function secret(object: ValueMap): ValueMap {
  const texts = mapAt(object, 'stringData');
  if (texts === undefined) return object;
  const data = new Map(mapAt(object, 'data') ?? []);
  for (const [name, text] of texts) data.set(name, base64(utf8(String(text))));
  return put(put(object, 'stringData', undefined), 'data', data);
}

/** Sets apiVersion and kind of the claims in a StatefulSet. */
function typedClaims(spec: ValueMap): ValueMap {
  const claims = listAt(spec, 'volumeClaimTemplates') ?? [];
  const typed = claims.map((claim) =>
    isMap(claim) ? put(put(claim, 'apiVersion', 'v1'), 'kind', 'PersistentVolumeClaim') : claim,
  );
  return typed.every((claim, index) => claim === claims[index]) ? spec : put(spec, 'volumeClaimTemplates', typed);
}

const generationAnnotation = 'deprecated.daemonset.template.generation';

/** Sets the generation of a DaemonSet's template, which has no field, as an annotation. */
function templateGeneration(object: ValueMap): ValueMap | { readonly error: string } {
  const metadata = mapAt(object, 'metadata') ?? new Map();
  const annotations = mapAt(metadata, 'annotations') ?? new Map();
  const given = stringAt(annotations, generationAnnotation);
  const number = given === undefined ? 0n : parseInt64(given);
  if (typeof number === 'string') return { error: number };
  if (given === number.toString()) return object;
  return put(
    object,
    'metadata',
    put(metadata, 'annotations', put(annotations, generationAnnotation, number.toString())),
  );
}

/** A step for an annotation that the server keeps as a number; an empty one is removed. */
function numberAnnotation(name: string): Step {
  return (object) => {
    const metadata = mapAt(object, 'metadata');
    const annotations = mapAt(metadata, 'annotations');
    const text = stringAt(annotations, name);
    if (metadata === undefined || annotations === undefined || text === undefined) return object;
    const number = text === '' ? undefined : parseInt64(text);
    if (typeof number === 'string') return { error: `failed to parse annotation[${name}]=${text} as int64: ${number}` };
    const rest = put(annotations, name, number?.toString());
    return put(object, 'metadata', put(metadata, 'annotations', rest.size === 0 ? undefined : rest));
  };
}

/** An integer, or the words of Go's strconv.ParseInt. */
function parseInt64(text: string): bigint | string {
  if (!/^[+-]?\d+$/.test(text)) return `strconv.ParseInt: parsing ${quote(text)}: invalid syntax`;
  const number = BigInt(text);
  return fitsBits(number, 64) ? number : `strconv.ParseInt: parsing "${text}": value out of range`;
}

const emptySelectorLabel = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';

/** Removes the mark of an empty selector where it stands beside what users wrote. */
function budgetSelector(selector: ValueMap): ValueMap {
  const expressions = listAt(selector, 'matchExpressions') ?? [];
  const isMark = (item: Value): boolean => isMap(item) && item.get('key') === emptySelectorLabel;
  const [only] = expressions;
  const marksNone =
    expressions.length === 1 &&
    (mapAt(selector, 'matchLabels')?.size ?? 0) === 0 &&
    isMap(only) &&
    isMark(only) &&
    only.get('operator') === 'Exists' &&
    (listAt(only, 'values') ?? []).length === 0;
  if (marksNone || !expressions.some(isMark)) return selector;
  const kept = expressions.filter((item) => !isMark(item));
  return put(selector, 'matchExpressions', kept.length === 0 ? undefined : kept);
}
