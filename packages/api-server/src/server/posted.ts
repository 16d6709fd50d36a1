import {
  invalid as complain,
  type FieldError,
  fieldErrorsText,
  isDeleting,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  notSupported,
  required,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { groupAndVersion } from '../catalog/catalog.ts';
import { dns1123Subdomain } from '../catalog/names.ts';
import { annotationErrors, labelErrors } from '../catalog/object-meta-rules.ts';
import { admitChanges, admitValidated, dedupAfterAdmission } from './admission.ts';
import { type Answer, printed, refuse } from './answer.ts';
import { hasChange } from './changes.ts';
import { type Cluster, catalogOf, objectKey, storedAt, withStored } from './cluster.ts';
import { type Endpoint, expectedNamespace, findEndpoint } from './endpoint.ts';
import { evict } from './evict.ts';
import { managerOrUserAgent, writeOptions } from './options.ts';
import { dedupOwnerReferences } from './owner-references.ts';
import type { ApiRequest } from './request.ts';
import { isReadable, readableTypes, readSentObject } from './sent-object.ts';
import {
  badRequest,
  conflict,
  invalid,
  notFound,
  type Refusal,
  success,
  unsupportedMediaType,
  untyped,
} from './status.ts';
import { fromStorage, objectAt, storageErrorText, storageKey, toStorage } from './storage.ts';
import { isBoundToWebhook, tokenErrors } from './token-errors.ts';
import { recordedChange } from './view-change.ts';
import { withCondition } from './with-condition.ts';
import type { Work } from './work.ts';
import { inNamespace, withoutSystemFields } from './write-rules.ts';

/**
 * Answers a POST of an object that is not stored: a Binding or an Eviction of a Pod, or the request for a token of a
 * ServiceAccount. Upstream: apiserver pkg/endpoints/handlers/create.go createHandler.
 */
export function post(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  if (!isReadable(request.contentType ?? '')) return refuse(cluster, unsupportedMediaType(readableTypes));
  const options = writeOptions('CreateOptions', request.query, cluster.builtin);
  if (options.kind === 'refused') return refuse(cluster, options);
  const { kind } = endpoint.view.resource;
  const asked = kind === 'Eviction' ? asEviction(request) : request;
  const sent = readSentObject(catalogOf(cluster), endpoint.view, asked, options.fieldValidation, work.warn);
  if (sent.kind === 'refused') return refuse(cluster, sent);
  // The uid and the resourceVersion of a Binding are what the Pod must have, the uid of a TokenRequest is that of the account.
  const isKept = endpoint.subresource !== undefined && kind !== 'Eviction';
  const object = isKept ? sent.object : withoutSystemFields(sent.object);
  const placed = inNamespace(object, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return refuse(cluster, placed);
  const single = dedupOwnerReferences(placed.object, false);
  single.warnings.forEach(work.warn);
  const manager = managerOrUserAgent(options.fieldManager, request.userAgent ?? '');
  const recorded = recordedChange(endpoint, new Map(), single.object, undefined, manager, work.now);
  const { dryRun } = options;
  const admitted = admitChanges(work, { operation: 'CREATE', object: recorded.object, old: undefined, dryRun });
  if (admitted.kind === 'refused') return refuse(cluster, admitted);
  const posted = dedupAfterAdmission(work, admitted.object);
  if (kind === 'Eviction') return evict(work, posted, dryRun);
  if (kind === 'Binding') return bind(work, posted, dryRun);
  return requestToken(work, posted, dryRun);
}

/** An Eviction may name the version of old. Upstream: pod/storage/eviction.go AcceptsGroupVersion. */
function asEviction(request: ApiRequest): ApiRequest {
  const { body } = request;
  if (body?.kind !== 'value' || !isMap(body.value)) return request;
  if (stringAt(body.value, 'apiVersion') !== 'policy/v1beta1') return request;
  return { ...request, body: { ...body, value: withEntry(body.value, 'apiVersion', 'policy/v1') } };
}

/** Upstream: k8s.io/kubernetes pkg/registry/core/pod/storage/storage.go BindingREST.Create, assignPod. */
function bind(work: Work, binding: ValueMap, dryRun: boolean): Answer {
  const { endpoint } = work;
  let { cluster } = work;
  const bound = metadataText(binding, 'name');
  const name = endpoint.route.name === '' ? bound : endpoint.route.name;
  if (name !== bound) return refuse(cluster, badRequest('name in URL does not match name in Binding object'));
  const target = mapAt(binding, 'target');
  const errors = bindingErrors(endpoint, binding, target);
  if (errors.length > 0) return refuse(cluster, untyped(fieldErrorsText(errors)));
  const passed = admitValidated(work, { operation: 'CREATE', object: binding, old: undefined, dryRun });
  if (passed.kind === 'refused') return refuse(cluster, passed);
  ({ cluster } = passed);
  if (name === '') return refuse(cluster, badRequest('Name parameter required.'));
  const pods = findEndpoint(catalogOf(cluster), { ...endpoint.route, plural: 'pods', name, subresource: '' });
  if (pods === undefined) throw new Error('a server without Pods');
  const key = objectKey(pods.version, pods.route.namespace, name);
  const stored = storedAt(cluster, key);
  if (stored === undefined) return refuse(cluster, notFound(pods.resourceName, name));
  const read = fromStorage(pods.version, stored);
  if (read.kind !== 'converted') return refuse(cluster, untyped(read.message));
  const why = whyNotBound(read.object, binding, storageKey(pods, dryRun));
  if (why !== undefined)
    return refuse(cluster, conflict(why.where === 'pod' ? pods.resourceName : podBinding, name, why.text));
  const assigned = assignedTo(read.object, textAt(target, 'name'), boundMetadata(pods, binding), work.now);
  const data = toStorage(pods.version, assigned);
  if (data.kind !== 'converted') return refuse(cluster, untyped(data.message));
  if (!dryRun) cluster = withStored(cluster, key, data.object);
  const told = hasChange('tellsPod', pods) ? storedAt(cluster, key)?.resourceVersion : undefined;
  return { cluster, code: 201, body: success(201, told) };
}

const podBinding = { group: '', name: 'pods/binding' };

/** Upstream: pkg/apis/core/validation/validation.go ValidatePodBinding. */
function bindingErrors(endpoint: Endpoint, binding: ValueMap, target: ValueMap | undefined): readonly FieldError[] {
  const [kind, name] = [textAt(target, 'kind'), textAt(target, 'name')];
  const isNode = kind === '' || kind === 'Node';
  const wrong = isNode && hasChange('checksNode', endpoint) ? dns1123Subdomain(name) : [];
  const metadata = hasChange('checksMetadata', endpoint) ? metadataOf(binding) : new Map<string, Value>();
  return [
    ...(isNode ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...(name === '' ? [required('target.name', '')] : wrong.map((why) => complain('target.name', name, why))),
    ...annotationErrors(mapAt(metadata, 'annotations'), 'metadata.annotations'),
    ...labelErrors(mapAt(metadata, 'labels'), 'metadata.labels'),
  ];
}

function whyNotBound(
  pod: ValueMap,
  binding: ValueMap,
  place: string,
): { readonly where: 'pod' | 'binding'; readonly text: string } | undefined {
  const name = metadataText(pod, 'name');
  for (const [key, what] of [
    ['uid', 'UID'],
    ['resourceVersion', 'ResourceVersion'],
  ] as const) {
    const [wanted, actual] = [metadataText(binding, key), metadataText(pod, key)];
    if (wanted === '' || wanted === actual) continue;
    const why = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${actual}`;
    return { where: 'pod', text: storageErrorText('invalid', place, why) };
  }
  const spec = mapAt(pod, 'spec');
  const node = textAt(spec, 'nodeName');
  if (isDeleting(pod)) return { where: 'binding', text: `pod ${name} is being deleted, cannot be assigned to a host` };
  if (node !== '') return { where: 'binding', text: `pod ${name} is already assigned to node "${node}"` };
  if ((listAt(spec, 'schedulingGates') ?? []).length === 0) return undefined;
  return { where: 'binding', text: `pod ${name} has non-empty .spec.schedulingGates` };
}

/** The metadata that a Binding gives to its Pod. */
function boundMetadata(pods: Endpoint, binding: ValueMap): ReadonlyMap<string, ValueMap> {
  const keys = hasChange('labelsBound', pods) ? ['annotations', 'labels'] : ['annotations'];
  return new Map(keys.map((key) => [key, mapAt(metadataOf(binding), key) ?? new Map()]));
}

/** Upstream: storage.go setPodNodeAndMetadata. */
function assignedTo(pod: ValueMap, node: string, metadata: ReadonlyMap<string, ValueMap>, now: string): ValueMap {
  let assigned = withEntry(pod, 'spec', withEntry(mapAt(pod, 'spec') ?? new Map(), 'nodeName', node));
  for (const [key, given] of metadata) {
    if (given.size === 0) continue;
    assigned = withMetadata(assigned, key, new Map([...(mapAt(metadataOf(pod), key) ?? []), ...given]));
  }
  const status = new Map(mapAt(pod, 'status'));
  status.delete('nominatedNodeName');
  return withCondition(withEntry(assigned, 'status', status), { type: 'PodScheduled' }, now);
}

/**
 * Answers a request for a token. What it comes to is signed by nobody here.
 * Upstream: k8s.io/kubernetes pkg/registry/core/serviceaccount/storage/token.go TokenREST.Create.
 */
function requestToken(work: Work, object: ValueMap, dryRun: boolean): Answer {
  const { endpoint, now } = work;
  let { cluster } = work;
  const { name, namespace } = endpoint.route;
  const kind = { group: endpoint.view.resource.group, name: endpoint.view.resource.kind };
  const given = metadataText(object, 'name');
  if (given !== '' && given !== name) {
    const why = 'must match the service account name if specified';
    return refuse(cluster, invalid(kind, name, [complain('metadata.name', given, why)]));
  }
  const account = objectAt(cluster, 'v1', 'serviceaccounts', namespace, name);
  if (account === undefined) return refuse(cluster, notFound(endpoint.resourceName, name));
  const [uid, own] = [metadataText(object, 'uid'), metadataText(account, 'uid')];
  if (uid !== '' && uid !== own && hasChange('comparesUid', endpoint)) {
    const why = `the UID in the token request (${uid}) does not match the UID of the service account (${own})`;
    return refuse(cluster, conflict(kind, name, why));
  }
  const spec = mapAt(object, 'spec') ?? new Map<string, Value>();
  const errors = tokenErrors(spec, endpoint);
  if (errors.length > 0) return refuse(cluster, invalid(kind, '', errors));
  const audiences = listAt(spec, 'audiences') ?? [];
  const seconds = Number(spec.get('expirationSeconds'));
  const until = new Date(Date.parse(now) + seconds * 1000).toISOString().replace('.000Z', 'Z');
  let made = object;
  for (const [key, value] of [
    ['name', name],
    ['namespace', namespace],
    ['uid', own],
    ['creationTimestamp', now],
  ] as const) {
    made = withMetadata(made, key, value);
  }
  if (audiences.length === 0) made = withEntry(made, 'spec', withEntry(spec, 'audiences', [issuer]));
  const passed = admitValidated(work, { operation: 'CREATE', object: made, old: undefined, dryRun });
  if (passed.kind === 'refused') return refuse(cluster, passed);
  ({ cluster } = passed);
  const refused = boundRefusal(cluster, endpoint, mapAt(spec, 'boundObjectRef'));
  if (refused !== undefined) return refuse(cluster, refused);
  made = withEntry(made, 'status', new Map([['expirationTimestamp', until]]));
  const decoded = endpoint.view.decode(made, 'json');
  const shown = printed(endpoint, decoded.kind === 'decoded' ? decoded.object : made);
  return shown.kind === 'refused' ? refuse(cluster, shown) : { cluster, code: 201, body: shown.body };
}

const issuer = 'https://kubernetes.default.svc';

/** The kinds to whose objects a token can be bound, by plural name. */
const bindable: ReadonlyMap<string, string> = new Map([
  ['Pod', 'pods'],
  ['Node', 'nodes'],
  ['Secret', 'secrets'],
]);

function boundRefusal(cluster: Cluster, endpoint: Endpoint, bound: ValueMap | undefined): Refusal | undefined {
  if (bound === undefined) return undefined;
  const [group, version] = groupAndVersion(textAt(bound, 'apiVersion'));
  const { route } = endpoint;
  const [kind, name, uid] = [textAt(bound, 'kind'), textAt(bound, 'name'), textAt(bound, 'uid')];
  const plural = group === '' ? bindable.get(kind) : undefined;
  if (plural === undefined) {
    const isOff = isBoundToWebhook(bound) && hasChange('attestsTokens', endpoint);
    const why = isOff ? ' (feature gate APIServerWebhookAuthenticationToken is disabled)' : '';
    return badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}${why}`);
  }
  if (name === '') return badRequest('Name parameter required.');
  const object = objectAt(cluster, 'v1', plural, plural === 'nodes' ? '' : route.namespace, name);
  if (object === undefined) return notFound({ group: '', name: plural }, name);
  if (plural === 'pods' && stringAt(mapAt(object, 'spec'), 'serviceAccountName') !== route.name) {
    const why = 'to pod running with different serviceaccount name.';
    return badRequest(`cannot bind token for serviceaccount "${route.name}" ${why}`);
  }
  if (uid === '' || uid === metadataText(object, 'uid')) return undefined;
  const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  return conflict({ group: '', name: kind }, name, why);
}
