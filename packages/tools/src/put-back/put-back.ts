import {
  equals,
  isMap,
  listAt,
  managedFieldsOf,
  mapAt,
  metadataText,
  type OwnerIdentity,
  sameOwner,
  stringAt,
  type ValueMap,
  valueAt,
  withoutEntry,
} from '@managed-fields/merge-engine';
import { type FieldPathText, placeOfPath } from '@managed-fields/scenario';
import { trackingId } from '../programs/argo-cd.ts';
import { type ArgoRule, argoRule, isRuleOf, withoutIgnored, withRulesOf } from '../programs/argo-ignore.ts';
import { fluxGroup, isTagged, skipReason } from '../programs/flux.ts';
import { fluxHelmGroup } from '../programs/flux-helm.ts';
import { releaseName, releaseNamespace } from '../programs/helm.ts';
import { revisionsOf } from '../programs/helm-release.ts';
import { groupOf, tagOf } from '../programs/session.ts';
import { controllers, handWriters } from './writers.ts';

/** What writes as a manager. `hand`: a person, by a command that nobody repeats; `unknown`: the name says nothing. */
export type Writer =
  | 'kubectl'
  | 'kubectl-client-side'
  | 'helm'
  | 'argocd'
  | 'flux'
  | 'flux-helm'
  | 'terraform'
  | 'pulumi'
  | 'crossplane'
  | 'capi'
  | 'autoscaler'
  | 'controller'
  | 'hand'
  | 'unknown';

/**
 * When a writer writes the field again. `never`; `command`: when somebody runs the command again; `release`: with the
 * next release; `sync`: with the next sync, for the Application does not heal itself; `sync-or-heal`: with the next sync,
 * or in seconds, which the Application says, and that is not here; `heal`: in seconds, for the Application heals itself;
 * `interval`: with each reconciliation; `resumed`: when reconciliation is resumed; `controller`: when the controller
 * computes it anew; `unknown`.
 */
export type When =
  | 'never'
  | 'command'
  | 'release'
  | 'sync'
  | 'sync-or-heal'
  | 'heal'
  | 'interval'
  | 'resumed'
  | 'controller'
  | 'unknown';

/**
 * What it comes to. `overwritten`: the change is gone, and nobody is told; `conflict`: a conflict, unless the writer
 * forces; `stays`: the change stays until the writer's own value changes; `removed`: the field is taken out of the object
 * where the manifest does not have it; `unknown`.
 */
export type End = 'overwritten' | 'conflict' | 'stays' | 'removed' | 'unknown';

/** Somebody who may write a field again after it was changed by hand. */
export interface Rewriter {
  readonly owner: OwnerIdentity;
  readonly writer: Writer;
  readonly when: When;
  readonly end: End;
  /** The object that says when: `Kustomization flux-system/apps`, and whether it is here. Absent where none says it. */
  readonly source?: { readonly kind: string; readonly name: string; readonly isHere: boolean };
  /** How often, as that object says it: `10m`. */
  readonly interval?: string;
  /** Set where it does so only if its manifest has the field, and nothing here says whether it does. */
  readonly manifestUnseen?: true;
}

/** A field of a live object, with what else is known of the cluster. */
export interface PutBackField {
  readonly object: ValueMap;
  readonly path: FieldPathText;
  /** Those of the field. */
  readonly owners: readonly OwnerIdentity[];
  /** All of the object. */
  readonly entries: readonly OwnerIdentity[];
  /** Whether the last-applied annotation has the field; undefined where the object has no such annotation. */
  readonly isInLastApplied: boolean | undefined;
  /** The owners of that annotation. */
  readonly annotationOwners: readonly OwnerIdentity[];
  /** Whether a manifest of the object has the field. */
  declares(manifest: ValueMap): boolean;
  /** The path of the field that a scale subresource of the kind writes; undefined where it has none. */
  readonly replicasPath: FieldPathText | undefined;
  /** Whether the kind is built in, so that tools merge it by its schema. */
  readonly isBuiltIn: boolean;
  /** Other objects of the cluster. */
  readonly others: readonly ValueMap[];
}

/**
 * Says who writes a field again after somebody has changed it by hand (as an Update by a manager of their own): its owners,
 * and who does not own it: whoever applies it client-side, a tool whose field was taken over by hand, an autoscaler, and
 * Flux where it undoes what kubectl wrote.
 */
export function putBack(field: PutBackField): readonly Rewriter[] {
  const own = field.owners.map((owner) => ({ owner, ...rewriting(owner, field) }));
  const applying = applyingClientSide(field);
  const known = [...own, ...applying];
  return [...known, ...releasing(field), ...syncing(field, known), ...scaling(field), ...undoing(field)];
}

type Rewriting = Omit<Rewriter, 'owner'>;

function rewriting(owner: OwnerIdentity, field: PutBackField): Rewriting {
  const { manager, operation, subresource } = owner;
  const applies = operation === 'Apply';
  if (isByHand(owner)) {
    // `kubectl create --save-config` and the like write the annotation, so that the next apply sends what it has.
    const isSaved = field.isInLastApplied === true && field.annotationOwners.some((each) => sameOwner(each, owner));
    return isSaved ? byClientSideApply(field) : { writer: 'hand', when: 'never', end: 'unknown' };
  }
  // Both stand for writers whose names are lost.
  if (manager === 'before-first-apply' || manager === 'ancient-changes') {
    return { writer: 'unknown', when: 'unknown', end: 'unknown' };
  }
  if (manager === 'kubectl') return { writer: 'kubectl', when: 'command', end: 'conflict' };
  if (manager === 'kubectl-client-side-apply') return byClientSideApply(field);
  if (manager === 'helm') return byHelm(applies, field);
  if (/^argocd-/.test(manager)) return byArgoCd(field);
  if (manager === 'kustomize-controller') return byFlux(field);
  if (manager === 'helm-controller') return byHelmController(field);
  if (/^(?:Terraform|HashiCorp)/.test(manager)) return byTerraform(owner, field);
  // A program is compared with what Pulumi wrote last, and not with the object, unless it is told to refresh.
  if (manager.startsWith('pulumi')) return { writer: 'pulumi', when: 'release', end: 'stays' };
  if (manager.startsWith('provider-kubernetes/') || manager === crossplaneProgram) return byCrossplane(field);
  if (/^capi-|^machinepool-controller$/.test(manager)) return byClusterApi(owner, field);
  if (manager === 'kube-controller-manager' && subresource === 'scale') return byAutoscaler(field);
  // Only client-side apply writes the annotation, by whatever name it is told.
  if (!applies && field.annotationOwners.some((each) => sameOwner(each, owner))) return byClientSideApply(field);
  if (controllers.has(manager)) return { writer: 'controller', when: 'controller', end: 'overwritten' };
  return { writer: 'unknown', when: 'unknown', end: applies ? 'conflict' : 'overwritten' };
}

/** Whether somebody wrote by a command that nobody repeats. */
function isByHand({ manager, operation }: OwnerIdentity): boolean {
  return handWriters.has(manager) || (manager === 'kubectl' && operation !== 'Apply');
}

/** A three-way merge sends what the manifest has and what differs; the annotation is the manifest of last time. */
function byClientSideApply({ isInLastApplied }: PutBackField): Rewriting {
  const end = isInLastApplied === false ? 'stays' : 'overwritten';
  return { writer: 'kubectl-client-side', when: 'command', end };
}

/** Helm's own merge patches a built-in kind to its chart; of others it sends only what changed between two charts. */
function byHelm(applies: boolean, { object, isBuiltIn, others }: PutBackField): Rewriting {
  const name = tagOf(object, 'annotations', 'meta.helm.sh/release-name');
  const end = applies ? 'conflict' : isBuiltIn ? 'overwritten' : 'stays';
  const isHere = others.some((each) => metadataText(each, 'name').startsWith(`sh.helm.release.v1.${name}.v`));
  return {
    ...{ writer: 'helm', when: 'release', end },
    ...(name === undefined ? {} : { source: { kind: 'release', name, isHere } }),
  };
}

/**
 * kubernetes_manifest lets labels and annotations be changed unless its computed_fields say otherwise, and plans what is
 * there for fields that its manifest does not have. With its first update it owns those, too; whether the manifest has a
 * field cannot be told of the object from then on. Typed resources update; kubernetes_labels and kubernetes_annotations apply
 * nothing else, and conflict. Upstream: terraform-provider-kubernetes manifest/provider/plan.go PlanResourceChange,
 * kubernetes/resource_kubernetes_labels.go.
 */
function byTerraform({ manager, operation }: OwnerIdentity, { object, path }: PutBackField): Rewriting {
  const how = { writer: 'terraform', when: 'release' } as const;
  if (operation !== 'Apply') return { ...how, end: 'overwritten' };
  const entries = managedFieldsOf(object);
  const own = entries.find((each) => stringAt(each, 'manager') === manager && stringAt(each, 'operation') === 'Apply');
  const applied = mapAt(own, 'fieldsV1');
  if (/^\.metadata\.(?:labels|annotations)\b/.test(path)) {
    if (!isOfTags(applied)) return { ...how, end: 'stays' };
    // Of a kind without anything else both resources would leave that.
    return { ...how, end: hasContent(object) ? 'conflict' : 'unknown' };
  }
  const fields = mapAt(applied, 'f:spec');
  const spec = path.startsWith('.spec.') ? mapAt(object, 'spec') : undefined;
  const isWhole = spec !== undefined && [...spec.keys()].every((key) => fields?.has(`f:${key}`) === true);
  return { ...how, end: isWhole ? 'unknown' : 'conflict' };
}

/** Whether somebody applied nothing but labels and annotations, of the object and of its template. */
function isOfTags(applied: ValueMap | undefined): boolean {
  const onlyOf = (map: ValueMap | undefined, ...names: readonly string[]) =>
    [...(map?.keys() ?? [])].every((key) => names.includes(key));
  const template = mapAt(mapAt(applied, 'f:spec'), 'f:template');
  return (
    onlyOf(applied, 'f:metadata', 'f:spec') &&
    onlyOf(mapAt(applied, 'f:metadata'), 'f:labels', 'f:annotations') &&
    onlyOf(mapAt(applied, 'f:spec'), 'f:template') &&
    onlyOf(template, 'f:metadata') &&
    onlyOf(mapAt(template, 'f:metadata'), 'f:annotations')
  );
}

/** Whether an object has anything that a manifest of it would have beside metadata. */
function hasContent(object: ValueMap): boolean {
  const head = [
    'apiVersion',
    'kind',
    'metadata',
    'status',
    ...(stringAt(object, 'kind') === 'Namespace' ? ['spec'] : []),
  ];
  return [...object.keys()].some((key) => !head.includes(key));
}

/** Argo CD applies server-side with force, and client-side by a three-way merge: both put back what they send. */
function byArgoCd(field: PutBackField): Rewriting {
  const { object, others } = field;
  const name = tagOf(object, 'annotations', trackingId)?.split(':')[0];
  const application = others.find((each) => isOf(each, 'Application', 'argoproj.io', name));
  if (application === undefined) {
    const source = name === undefined ? {} : { source: { kind: 'Application', name, isHere: false } };
    return { writer: 'argocd', when: 'sync-or-heal', end: 'overwritten', ...source };
  }
  const spec = mapAt(application, 'spec');
  const automated = mapAt(mapAt(spec, 'syncPolicy'), 'automated');
  const heals = automated?.get('selfHeal') === true && automated.get('enabled') !== false;
  const ignored = ignoresField(spec, field);
  const source = { kind: 'Application', name: name ?? '', isHere: true };
  // A difference that is ignored brings no sync about; the next one still sends the field, unless it is told not to.
  const when = !heals || ignored === 'yes' ? 'sync' : ignored === 'no' ? 'heal' : 'sync-or-heal';
  const respects = listAt(mapAt(spec, 'syncPolicy'), 'syncOptions')?.includes('RespectIgnoreDifferences=true') === true;
  const end = !respects || ignored === 'no' ? 'overwritten' : ignored === 'yes' ? 'stays' : 'unknown';
  return { writer: 'argocd', when, end, source };
}

/**
 * Whether an Application does not count differences of a field; `maybe` where that hangs on its managers, on the places
 * of items in the manifest, or on what is not read here. Upstream: argo-cd util/argo/normalizers.
 */
function ignoresField(spec: ValueMap | undefined, field: PutBackField): 'yes' | 'no' | 'maybe' {
  const { object, path, isBuiltIn } = field;
  let isOpen = false;
  const rules: ArgoRule[] = [];
  for (const each of (listAt(spec, 'ignoreDifferences') ?? []).filter(isMap)) {
    const read = argoRule(each);
    const rule = typeof read === 'string' ? argoRule(withoutEntry(each, 'jqPathExpressions')) : read;
    if (typeof rule === 'string' || !isRuleOf(rule, object)) continue;
    rules.push(rule);
    if (typeof read === 'string' || rule.managers.length > 0 || namesIndex(each)) isOpen = true;
  }
  const all = withRulesOf([object], rules);
  const left = withoutIgnored(object, all);
  // Of a list that is not merged all is kept where a part is ignored.
  const list = path.slice(0, path.indexOf('['));
  if (!isBuiltIn && path.includes('[') && !isSameAt(object, left, list)) return 'maybe';
  if (isSameAt(object, left, path)) return isOpen ? 'maybe' : 'no';
  return isOpen || placeOfPath(left, path).whole ? 'maybe' : 'yes';
}

/** Whether a rule names an item by its place. */
function namesIndex(rule: ValueMap): boolean {
  const named = ['jsonPointers', 'jqPathExpressions'].flatMap((name) => listAt(rule, name) ?? []);
  return named.some((each) => typeof each === 'string' && /\/-?\d+(?:\/|$)|\[\d/.test(each));
}

/** Whether two objects have the same at a path, or both have nothing there. */
function isSameAt(a: ValueMap, b: ValueMap, path: FieldPathText): boolean {
  const [left, right] = [a, b].map((object) => {
    const { place, whole } = placeOfPath(object, path);
    return whole ? valueAt(object, place) : undefined;
  });
  return left === undefined || right === undefined ? left === right : equals(left, right);
}

/**
 * provider-kubernetes takes its Update entry over when it applies server-side, so that one says that it patches client-side:
 * then it compares its manifest with the annotation, and never with the object. Upstream: provider-kubernetes
 * internal/controller/cluster/object/syncer.go.
 */
function byCrossplane({ entries }: PutBackField): Rewriting {
  const patches = entries.some(({ manager, operation }) => manager === crossplaneProgram && operation === 'Update');
  return patches
    ? { writer: 'crossplane', when: 'release', end: 'stays' }
    : { writer: 'crossplane', when: 'interval', end: 'overwritten' };
}

const crossplaneProgram = 'crossplane-kubernetes-provider';

/**
 * Controllers of Cluster API apply with force whenever they reconcile. Of what belongs to a Machine they apply labels and
 * annotations alone after they have created it, by a manager of their own. Upstream: cluster-api
 * core/reconcilers/machineset/machineset_controller.go syncMachines.
 */
function byClusterApi({ manager }: OwnerIdentity, { object }: PutBackField): Rewriting {
  const isMachine =
    stringAt(object, 'kind') === 'Machine' && (stringAt(object, 'apiVersion') ?? '').startsWith('cluster.x-k8s.io/');
  const isCreatedOnly = ['capi-machineset', 'capi-kubeadmcontrolplane'].includes(manager) && !isMachine;
  return isCreatedOnly
    ? { writer: 'capi', when: 'never', end: 'stays' }
    : { writer: 'capi', when: 'interval', end: 'overwritten' };
}

/** Flux asks with each reconciliation what differs, and applies that with force. Upstream: fluxcd/pkg ssa ApplyAll. */
function byFlux({ object, others }: PutBackField): Rewriting {
  const source = fluxSource(object, others, fluxGroup, 'Kustomization');
  // An object that is there already is never applied again in these cases.
  const isLeft = skipReason(object, object) !== undefined;
  if (isLeft) return { writer: 'flux', when: 'never', end: 'stays' };
  // Which fields its rules leave out is not read here.
  const end = source.spec?.has('ignore') ? 'unknown' : 'overwritten';
  return { writer: 'flux', when: source.isSuspended ? 'resumed' : 'interval', end, ...source.told };
}

/** helm-controller upgrades as Helm does, always by force, and corrects drift only where it is told to. */
function byHelmController({ object, others }: PutBackField): Rewriting {
  const { told, spec, isSuspended } = fluxSource(object, others, 'helm.toolkit.fluxcd.io', 'HelmRelease');
  const corrects = stringAt(mapAt(spec, 'driftDetection'), 'mode') === 'enabled';
  const when = isSuspended ? 'resumed' : corrects ? 'interval' : spec === undefined ? 'unknown' : 'release';
  const { interval, ...source } = told;
  return {
    ...{ writer: 'flux-helm', when, end: 'overwritten' },
    ...source,
    ...(corrects && interval !== undefined ? { interval } : {}),
  };
}

/** What brings an object of Flux about, by the labels of the object. */
function fluxSource(object: ValueMap, others: readonly ValueMap[], group: string, kind: string) {
  const name = tagOf(object, 'labels', `${group}/name`);
  const namespace = tagOf(object, 'labels', `${group}/namespace`) ?? '';
  const found = others.find((each) => isOf(each, kind, group, name) && metadataText(each, 'namespace') === namespace);
  const spec = mapAt(found, 'spec');
  const interval = stringAt(spec, 'interval');
  return {
    spec,
    isSuspended: spec?.get('suspend') === true,
    told: {
      ...(name === undefined ? {} : { source: { kind, name: `${namespace}/${name}`, isHere: found !== undefined } }),
      ...(interval === undefined ? {} : { interval }),
    },
  };
}

/** Who writes through `/scale` as kube-controller-manager is the horizontal autoscaler. */
function byAutoscaler(field: PutBackField): Rewriting {
  const found = autoscalerOf(field);
  const source = { kind: 'HorizontalPodAutoscaler', name: found ? metadataText(found, 'name') : '', isHere: true };
  return { writer: 'autoscaler', when: 'controller', end: 'overwritten', ...(found === undefined ? {} : { source }) };
}

/** The autoscaler that scales an object. */
function autoscalerOf({ object, others }: PutBackField): ValueMap | undefined {
  return others.find((each) => {
    const target = mapAt(mapAt(each, 'spec'), 'scaleTargetRef');
    return (
      stringAt(each, 'kind') === 'HorizontalPodAutoscaler' &&
      metadataText(each, 'namespace') === metadataText(object, 'namespace') &&
      (!target?.has('apiVersion') || groupOf(target) === groupOf(object)) &&
      stringAt(target, 'kind') === stringAt(object, 'kind') &&
      stringAt(target, 'name') === metadataText(object, 'name')
    );
  });
}

/** An autoscaler computes the replicas whoever wrote them last; it owns them only from the first time that it scales. */
function scaling(field: PutBackField): readonly Rewriter[] {
  const { object, owners, path, replicasPath } = field;
  if (path !== replicasPath || autoscalerOf(field) === undefined) return [];
  const owner = ownerOf(object, 'kube-controller-manager', 'Update', 'scale');
  const isOwner = owners.some(({ manager, subresource }) => manager === owner.manager && subresource === 'scale');
  return isOwner ? [] : [{ owner, ...byAutoscaler(field) }];
}

/**
 * Helm, or helm-controller, that lost a field to somebody: the next release sends what its manifest has. The manifest of
 * the last revision says whether it has the field; where that cannot be read, only what a person or an autoscaler wrote may
 * be Helm's.
 */
function releasing(field: PutBackField): readonly Rewriter[] {
  const { object, owners, entries, others } = field;
  const name = tagOf(object, 'annotations', releaseName);
  if (name === undefined || owners.some(({ manager }) => manager === 'helm' || manager === 'helm-controller'))
    return [];
  const namespace = tagOf(object, 'annotations', releaseNamespace) ?? metadataText(object, 'namespace');
  const [last] = revisionsOf({ live: others, namespace }, name);
  const isDeclared = last?.manifests.some((each) => isManifestOf(each, object) && field.declares(each));
  if (isDeclared === false || (isDeclared === undefined && !mayBeTaken(field))) return [];
  const isFlux = tagOf(object, 'labels', `${fluxHelmGroup}/name`) !== undefined;
  const manager = isFlux ? 'helm-controller' : 'helm';
  const own = entries.filter((each) => each.manager === manager && each.subresource === '');
  const applies = last?.serverSide ?? own.some(({ operation }) => operation === 'Apply');
  const operation = applies ? 'Apply' : 'Update';
  const owner = own.find((each) => each.operation === operation) ?? ownerOf(object, manager, operation);
  const how = isFlux ? byHelmController(field) : byHelm(applies, field);
  return [{ owner, ...how, ...(isDeclared === undefined ? { manifestUnseen: true } : {}) }];
}

/** Argo CD that lost a field to somebody, as far as nothing else says that it writes the field. */
function syncing(field: PutBackField, known: readonly Rewriter[]): readonly Rewriter[] {
  const { object, entries } = field;
  if (tagOf(object, 'annotations', trackingId) === undefined || !mayBeTaken(field)) return [];
  const owner = entries.find(({ manager, subresource }) => /^argocd-/.test(manager) && subresource === '');
  if (owner === undefined || known.some(({ writer }) => writer === 'argocd')) return [];
  return [{ owner, ...byArgoCd(field), manifestUnseen: true }];
}

/** Whether a field may have been taken over from a tool: a person or an autoscaler wrote it last. */
function mayBeTaken({ owners }: PutBackField): boolean {
  return owners.some((owner) => isByHand(owner) || owner.subresource === 'scale');
}

/** Whether a manifest, which need not name its namespace, is of an object. */
function isManifestOf(manifest: ValueMap, object: ValueMap): boolean {
  const namespace = metadataText(manifest, 'namespace');
  return (
    stringAt(manifest, 'kind') === stringAt(object, 'kind') &&
    groupOf(manifest) === groupOf(object) &&
    metadataText(manifest, 'name') === metadataText(object, 'name') &&
    (namespace === '' || namespace === metadataText(object, 'namespace'))
  );
}

/** A manager as it would stand in managedFields of an object, where it has no entry there. */
function ownerOf(
  object: ValueMap,
  manager: string,
  operation: OwnerIdentity['operation'],
  subresource = '',
): OwnerIdentity {
  return { manager, operation, subresource, apiVersion: stringAt(object, 'apiVersion') ?? '' };
}

/**
 * Flux takes over what managers whose names begin with kubectl wrote, so that what its manifest does not have goes with the
 * next apply: also a field of somebody else's that was changed by kubectl, whose owner it then is. Upstream:
 * kustomize-controller internal/controller/kustomization_controller.go apply.
 */
function undoing(field: PutBackField): readonly Rewriter[] {
  const flux = field.entries.find(
    ({ manager, operation }) => manager === 'kustomize-controller' && operation === 'Apply',
  );
  if (flux === undefined || field.owners.some((owner) => sameOwner(owner, flux))) return [];
  const how = byFlux(field);
  return how.when === 'never' || isTagged(field.object, 'ssa', 'Merge')
    ? []
    : [{ owner: flux, ...how, end: 'removed' }];
}

/**
 * Who applies client-side sends what its manifest has wherever the object differs from it, also what it does not own,
 * because the value was already there. What the manifest has stands in the annotation, which it does own.
 */
function applyingClientSide(field: PutBackField): readonly Rewriter[] {
  const { isInLastApplied, annotationOwners, owners, entries } = field;
  if (isInLastApplied !== true) return [];
  // `kubectl apply --server-side` goes on with the annotation, as a manager of its own.
  const migrated = annotationOwners.some(({ manager }) => manager === 'kubectl-last-applied');
  const isWriter = ({ manager, operation }: OwnerIdentity) =>
    migrated ? manager === 'kubectl' && operation === 'Apply' : operation === 'Update';
  const owner = (migrated ? entries : annotationOwners).find(isWriter);
  if (owner === undefined || owners.some((each) => sameOwner(each, owner))) return [];
  return [{ owner, ...rewriting(owner, field) }];
}

/**
 * Whether an object can say when a field of another one is written again: an Application of Argo CD, a Kustomization or
 * HelmRelease of Flux, an autoscaler, or what Helm keeps of a release, of which the name is enough.
 */
export function isPutBackSource(object: ValueMap): boolean {
  const kind = stringAt(object, 'kind') ?? '';
  if (['Application', 'Kustomization', 'HelmRelease', 'HorizontalPodAutoscaler'].includes(kind)) return true;
  return metadataText(object, 'name').startsWith('sh.helm.release.v1.');
}

function isOf(object: ValueMap, kind: string, group: string, name: string | undefined): boolean {
  return (
    stringAt(object, 'kind') === kind &&
    (stringAt(object, 'apiVersion') ?? '').startsWith(`${group}/`) &&
    metadataText(object, 'name') === name
  );
}
