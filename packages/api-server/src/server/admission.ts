import {
  decodeManaged,
  entriesOf,
  equals,
  mapAt,
  metadataOf,
  metadataText,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import type { Cluster } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';
import { NotLoaded } from './not-loaded.ts';
import { dedupOwnerReferences } from './owner-references.ts';
import type { AdmissionStep, ApiRequest, CalledWebhook } from './request.ts';
import { forbidden, type Refusal } from './status.ts';
import type { Work } from './work.ts';

/** What admission is asked about. Upstream: apiserver pkg/admission/interfaces.go Attributes. */
export interface AdmissionAttributes {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  /** The server that handles the request; its objects are those before the write. */
  readonly cluster: Cluster;
  readonly endpoint: Endpoint;
  readonly request: ApiRequest;
  /** Empty while the name of a new object is still to be generated, and where a whole collection is deleted. */
  readonly name: string;
  /** That of the request; for a Namespace itself, its name. */
  readonly namespace: string;
  /** The object at the version in memory, a Scale where the endpoint is that of one; undefined for a delete. */
  readonly object: ValueMap | undefined;
  /** The stored object before the request; undefined for a create. */
  readonly old: ValueMap | undefined;
  readonly dryRun: boolean;
  /** The seconds that the strategy of a kind gives an object that is deleted; undefined where none does. */
  readonly gracePeriodSeconds?: bigint | undefined;
  /** RFC 3339. */
  readonly now: string;
  /** Adds a warning to the answer; the same text counts once. */
  warn(text: string): void;
  /** Takes down that a webhook is called; the same one counts once. */
  call(webhook: CalledWebhook): void;
}

/** What one request has gone through so far; plugins that may run twice keep here what they did the first time. */
export interface AdmissionPass {
  /** Whether all plugins run for the second time. */
  readonly again: boolean;
  /** By the name of a plugin. */
  readonly memory: Map<string, unknown>;
  /** Asks for the second run. Upstream: apiserver pkg/admission/interfaces.go ReinvocationContext.SetShouldReinvoke. */
  runAgain(): void;
}

/** An object after a plugin, with the steps that led there where the plugin has several, such as one a policy. */
export interface Admitted {
  readonly kind: 'admitted';
  readonly object: ValueMap;
  readonly steps?: readonly AdmissionStep[];
}

/** A request that validating admission lets pass, with the state of the server after it: a quota counts. */
export interface Passed {
  readonly kind: 'passed';
  readonly cluster: Cluster;
}

/** An admission plugin. Upstream: apiserver pkg/admission/interfaces.go MutationInterface, ValidationInterface. */
export interface AdmissionPlugin {
  /** Upstream's name of the plugin: `LimitRanger`. */
  readonly name: string;
  /** Whether a plain server has it too (`AdmissionSettings.plugins`). */
  readonly plain: boolean;
  /** Changes the object or refuses the request; undefined where it has nothing to say. */
  admit?(attributes: AdmissionAttributes, pass: AdmissionPass): Admitted | Refusal | undefined;
  /** Refuses the request after the changed object was validated. */
  validate?(attributes: AdmissionAttributes): Passed | Refusal | undefined;
}

/** The plugins that are on by default, in their order: the entry point of package admission. */
export interface AdmissionChain {
  readonly plugins: readonly AdmissionPlugin[];
}

/**
 * What comes before the name of a webhook in the annotation of its configuration by which the reader says what it does,
 * since nobody here can call it.
 */
export const webhookEffect = 'playground.managedfields/effect.';

let provided: AdmissionChain | undefined;

/** Gives the server its admission plugins, once for all clusters; undefined takes them away, for tests. */
export function provideAdmission(given: AdmissionChain | undefined): void {
  provided = given;
}

/** Whether the server has its admission plugins. */
export function hasAdmission(): boolean {
  return provided !== undefined;
}

/** The plugins that a request goes through. Where they are wanted and nobody provided them, the computation is left. */
function chainFor({ cluster, endpoint, pastAdmission }: Work, question: AdmissionQuestion): readonly AdmissionPlugin[] {
  if (pastAdmission || cluster.admission === undefined || !isConcerned(cluster, endpoint, question)) return [];
  if (provided === undefined) throw new NotLoaded(['admission']);
  const all = cluster.admission.plugins === 'installed';
  return all ? provided.plugins : provided.plugins.filter(({ plain }) => plain);
}

/**
 * Resources of which some plugin changes or refuses objects even where no other object asks for it, by operation; behind a
 * plus where only a server with all plugins does.
 */
const concerned: ReadonlyMap<string, string> = new Map([
  ['/pods', '+CREATE +UPDATE'],
  ['/nodes', ' CREATE'],
  ['/persistentvolumes', '+CREATE'],
  ['/persistentvolumeclaims', '+CREATE UPDATE'],
  ['/namespaces', ' CREATE'],
  ['networking.k8s.io/ingresses', ' CREATE'],
  ['storage.k8s.io/volumeattributesclasses', '+CREATE'],
  ['scheduling.k8s.io/priorityclasses', '+CREATE +UPDATE'],
  ['certificates.k8s.io/certificatesigningrequests', ' CREATE UPDATE'],
  ['certificates.k8s.io/clustertrustbundles', ' CREATE UPDATE'],
]);

/** Resources whose objects say what admission does to others. */
const asking = [
  '/namespaces',
  '/limitranges',
  '/resourcequotas',
  'admissionregistration.k8s.io/mutatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
];

/**
 * Whether any plugin may change or refuse a request, so that the code of the plugins is wanted only then. It has to be
 * true too often rather than too rarely.
 */
function isConcerned(
  { admission, objects }: Cluster,
  { version }: Endpoint,
  { operation, object }: AdmissionQuestion,
): boolean {
  const { group, plural } = version.resource;
  const key = `${group}/${plural}`;
  const wanted = admission?.plugins === 'installed' ? operation : ` ${operation}`;
  if (concerned.get(key)?.includes(wanted)) return true;
  if (key === '/pods' && mapAt(object, 'spec')?.has('nodeName')) return true;
  return asking.some((resource) => objects.count(resource) > 0);
}

/** An object that admission let pass, changed or not, with what each plugin changed. */
export interface AdmittedObject {
  readonly kind: 'object';
  readonly object: ValueMap;
  readonly steps: readonly AdmissionStep[];
}

/** What a write asks admission about, beside its own work. */
export type AdmissionQuestion = Pick<AdmissionAttributes, 'operation' | 'object' | 'old' | 'dryRun'> & {
  readonly gracePeriodSeconds?: bigint | undefined;
  /** Whether the object is one of a collection that is deleted, of which the request names none. */
  readonly ofCollection?: boolean;
};

/**
 * Asks the plugins to change an object whose owners are recorded already. What they change has no other owner than
 * before. Where a plugin leaves managedFields that cannot be read, those of before stay.
 * Upstream: apiserver pkg/endpoints/handlers/create.go, update.go, patch.go applyAdmission; pkg/admission/chain.go and
 * reinvocation.go; handlers/fieldmanager/admission.go.
 */
export function admitChanges(work: Work, question: AdmissionQuestion): AdmittedObject | Refusal {
  const { object: sent = new Map() } = question;
  const plugins = chainFor(work, question);
  if (plugins.length === 0) return { kind: 'object', object: sent, steps: [] };
  let attributes = attributesOf(work, question);
  const memory = new Map<string, unknown>();
  const steps: AdmissionStep[] = [];
  let object = sent;
  let again: boolean;
  let wanted = false;
  do {
    again = wanted;
    wanted = false;
    const runAgain = () => {
      wanted = true;
    };
    const pass = { again, memory, runAgain };
    for (const plugin of plugins) {
      const answer = plugin.admit?.(attributes, pass);
      if (answer === undefined) continue;
      if (answer.kind !== 'admitted') return { ...answer, plugin: plugin.name };
      // A whole double that becomes an integer is a change, which no step shows.
      if (!equals(answer.object, object)) {
        steps.push(...(answer.steps ?? [{ plugin: plugin.name, before: object, after: answer.object }]));
      }
      object = answer.object;
      attributes = { ...attributes, object: question.object && object };
    }
  } while (wanted && !again);
  return { kind: 'object', object: withReadableOwners(work, object, sent), steps };
}

/**
 * Asks the plugins whether they let a request pass, after its object was validated.
 * Upstream: apiserver pkg/registry/rest/create.go AdmissionToValidateObjectFunc, update.go, delete.go.
 */
export function admitValidated(work: Work, question: AdmissionQuestion): Passed | Refusal {
  const plugins = chainFor(work, question);
  if (plugins.length === 0) return { kind: 'passed', cluster: work.cluster };
  let attributes = attributesOf(work, question);
  for (const plugin of plugins) {
    const answer = plugin.validate?.(attributes);
    if (answer === undefined) continue;
    if (answer.kind !== 'passed') return { ...answer, plugin: plugin.name };
    attributes = { ...attributes, cluster: answer.cluster };
  }
  return { kind: 'passed', cluster: attributes.cluster };
}

/** Asks the plugins about a delete: those that change first, then those that refuse, which see the grace period too. */
export function admitDelete(
  work: Work,
  old: ValueMap,
  { gracePeriodSeconds, ...how }: Pick<AdmissionQuestion, 'dryRun' | 'gracePeriodSeconds' | 'ofCollection'>,
): Passed | Refusal {
  const question: AdmissionQuestion = { operation: 'DELETE', object: undefined, old, ...how };
  const admitted = admitChanges(work, question);
  return admitted.kind === 'refused' ? admitted : admitValidated(work, { ...question, gracePeriodSeconds });
}

function attributesOf(work: Work, question: AdmissionQuestion): AdmissionAttributes {
  const { cluster, endpoint, request, now } = work;
  const { operation, object, old, dryRun, gracePeriodSeconds, ofCollection = false } = question;
  const { route, version } = endpoint;
  const named = ofCollection ? '' : route.name;
  const name = named || (object === undefined ? '' : metadataText(object, 'name'));
  const isNamespace = version.resource.group === '' && version.resource.plural === 'namespaces';
  const namespace = isNamespace ? name : route.namespace;
  const { warn, call } = work;
  // Not spread: this is made twice for each write, and an object that grows by one is many times as slow.
  return {
    operation,
    object,
    old,
    dryRun,
    gracePeriodSeconds,
    cluster,
    endpoint,
    request,
    name,
    namespace,
    now,
    warn,
    call,
  };
}

const unreadableOwners =
  '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ';

function withReadableOwners(work: Work, object: ValueMap, sent: ValueMap): ValueMap {
  if (metadataOf(object).get('managedFields') === metadataOf(sent).get('managedFields')) return object;
  const decoded = decodeManaged(entriesOf(object) ?? [], work.endpoint.mergeLibrary);
  if (decoded.kind !== 'error') return object;
  work.warn(`${unreadableOwners}${decoded.message}`);
  return withMetadata(object, 'managedFields', metadataOf(sent).get('managedFields'));
}

/** Takes out the owner references that stand twice once admission is over, and warns of them. */
export function dedupAfterAdmission(work: Work, object: ValueMap): ValueMap {
  const single = dedupOwnerReferences(object, true);
  single.warnings.forEach(work.warn);
  return single.object;
}

/** A plugin forbids the request. Upstream: apiserver pkg/admission/errors.go NewForbidden. */
export function forbiddenBy({ endpoint, name, object }: AdmissionAttributes, why: string): Refusal {
  const generated = object === undefined ? '' : metadataText(object, 'generateName');
  return forbidden(endpoint.resourceName, name || generated || 'Unknown', why);
}
