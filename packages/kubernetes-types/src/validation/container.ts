import type { ValueMap } from '@managed-fields/merge-engine';
import { environment, environmentSources } from './environment.ts';
import { duplicate, type Errors, forbidden, inVersions, invalid, notFound, required, tooMany } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { portName, portNumber } from './names.ts';
import { has, list, number, pointer, struct, structs, text } from './object.ts';
import { lifecycle, probes } from './probe.ts';
import { resourceRequirements } from './resources.ts';
import { isGiven, isGivenOneOf, isLabel, isOneOf } from './scalars.ts';
import { containerSecurity } from './security.ts';
import { shown } from './shown.ts';
import type { Volumes } from './volume.ts';
import { volumeDevices, volumeMounts } from './volume-mount.ts';

/*
 * Containers of a Pod.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

/** The parts of a Pod that the rules of its containers read. */
export interface ContainerContext {
  readonly volumes: Volumes;
  readonly claims: readonly string[];
  /** The grace period of the Pod in seconds. */
  readonly grace: number | undefined;
  readonly restartPolicy: string;
  readonly hostUsers: boolean;
}

/** Complaints about the containers of a Pod. Upstream: validateContainers. */
export function containers(spec: ValueMap, context: ContainerContext, field: Field): Errors {
  const place = child(field, 'containers');
  const all = structs(spec, 'containers');
  if (all.length === 0) return [required(place)];
  const names = new Set<string>();
  const errors = all.flatMap((container, i) => {
    const at_ = at(place, i);
    const name = text(container, 'name');
    const twice = names.has(name) ? [duplicate(child(at_, 'name'), name)] : [];
    names.add(name);
    return [
      ...common(container, context, at_),
      ...twice,
      ...lifecycle(container, context.grace, at_),
      ...probes(container, context.grace, at_),
      ...inVersions(
        { until: 'v1.33' },
        has(container, 'restartPolicy')
          ? [forbidden(child(at_, 'restartPolicy'), 'may not be set for non-init containers')]
          : [],
      ),
      ...inVersions({ from: 'v1.34' }, restartRules(container, at_)),
    ];
  });
  return [...errors, ...hostPorts(all, place)];
}

/** Complaints about the init containers of a Pod. Upstream: validateInitContainers. */
export function initContainers(spec: ValueMap, context: ContainerContext, field: Field): Errors {
  const place = child(field, 'initContainers');
  const names = new Set(structs(spec, 'containers').map((container) => text(container, 'name')));
  return structs(spec, 'initContainers').flatMap((container, i) => {
    const at_ = at(place, i);
    const name = text(container, 'name');
    const sidecar = text(container, 'restartPolicy') === 'Always';
    const twice = names.has(name) ? [duplicate(child(at_, 'name'), name)] : [];
    if (name !== '') names.add(name);
    const hooks = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'];
    const words = 'may not be set for init containers without restartPolicy=Always';
    return [
      ...common(container, context, at_),
      ...sidecarPolicy(container, at_),
      ...inVersions({ from: 'v1.34' }, initRestartRules(container, at_)),
      ...twice,
      ...hostPorts([container], place),
      ...(sidecar
        ? [...lifecycle(container, context.grace, at_), ...probes(container, context.grace, at_)]
        : hooks.flatMap((hook) => (has(container, hook) ? [forbidden(child(at_, hook), words)] : []))),
      ...(sidecar ? [] : restartingResizes(container, at_)),
    ];
  });
}

function restartingResizes(container: ValueMap, field: Field): Errors {
  return structs(container, 'resizePolicy').flatMap((policy, i) => {
    if (text(policy, 'restartPolicy') !== 'RestartContainer') return [];
    const place = child(at(child(field, 'resizePolicy'), i), 'restartPolicy');
    return [invalid(place, 'RestartContainer', "must not be set to 'RestartContainer' for non-sidecar initContainers")];
  });
}

/** Fields that an ephemeral container may have. */
const ephemeralFields = [
  'name',
  'image',
  'command',
  'args',
  'workingDir',
  'envFrom',
  'env',
  'volumeMounts',
  'volumeDevices',
  'terminationMessagePath',
  'terminationMessagePolicy',
  'imagePullPolicy',
  'securityContext',
  'stdin',
  'stdinOnce',
  'tty',
];

const refusedToEphemeral = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
];

/** Complaints about the ephemeral containers of a Pod. Upstream: validateEphemeralContainers. */
export function ephemeralContainers(spec: ValueMap, context: ContainerContext, field: Field): Errors {
  const place = child(field, 'ephemeralContainers');
  const others = [...structs(spec, 'containers'), ...structs(spec, 'initContainers')].map((one) => text(one, 'name'));
  const names = new Set(others);
  return structs(spec, 'ephemeralContainers').flatMap((container, i) => {
    const at_ = at(place, i);
    const name = text(container, 'name');
    const target = text(container, 'targetContainerName');
    const image = text(container, 'image');
    const twice = names.has(name) ? [duplicate(child(at_, 'name'), name)] : [];
    names.add(name);
    const refused = refusedToEphemeral.filter((key) => !ephemeralFields.includes(key) && isSet(container, key));
    return [
      ...common(container, context, at_),
      ...untrimmed(image, at_),
      ...twice,
      ...(target !== '' && !others.includes(target) ? [notFound(child(at_, 'targetContainerName'), target)] : []),
      ...refused.map((key) => forbidden(child(at_, key), 'cannot be set for an Ephemeral Container')),
      ...structs(container, 'volumeMounts').flatMap((mount, j) =>
        ['subPath', 'subPathExpr'].flatMap((key) => {
          if (text(mount, key) === '') return [];
          const mounted = child(at(child(at_, 'volumeMounts'), j), key);
          return [forbidden(mounted, 'cannot be set for an Ephemeral Container')];
        }),
      ),
    ];
  });
}

function isSet(container: ValueMap, key: string): boolean {
  const value = container.get(key);
  if (value === undefined || value === null) return false;
  // Only resources are no pointer, so that nothing in them is as good as none.
  return key !== 'resources' || !(value instanceof Map) || value.size > 0;
}

/** Complaints about an image name with space around it. Upstream: validateContainerOnlyForPod. */
export function untrimmed(image: string, field: Field): Errors {
  if (image.trim() === image) return [];
  return [invalid(child(field, 'image'), image, 'must not have leading or trailing whitespace')];
}

/** Upstream: validateContainerCommon. */
function common(container: ValueMap, context: ContainerContext, field: Field): Errors {
  const name = text(container, 'name');
  const message = text(container, 'terminationMessagePolicy');
  return [
    ...(name === '' ? [required(child(field, 'name'))] : isLabel(name, child(field, 'name'))),
    ...isGiven(container, 'image', field),
    ...isGivenOneOf(message, ['File', 'FallbackToLogsOnError'], child(field, 'terminationMessagePolicy')),
    ...ports(container, child(field, 'ports')),
    ...environment(container, field),
    ...environmentSources(container, field),
    ...volumeMounts(container, context.volumes, field),
    ...volumeDevices(container, context.volumes, field),
    ...isGivenOneOf(
      text(container, 'imagePullPolicy'),
      ['Always', 'IfNotPresent', 'Never'],
      child(field, 'imagePullPolicy'),
    ),
    ...resourceRequirements(struct(container, 'resources'), child(field, 'resources'), context.claims),
    ...resizePolicies(container, context.restartPolicy, child(field, 'resizePolicy')),
    ...containerSecurity(container, context.hostUsers, field),
  ];
}

/** Upstream: validateContainerPorts. */
function ports(container: ValueMap, field: Field): Errors {
  const names = new Set<string>();
  return structs(container, 'ports').flatMap((port, i) => {
    const place = at(field, i);
    const name = text(port, 'name');
    const inside = number(port, 'containerPort');
    const outside = number(port, 'hostPort');
    const errors: Errors[number][] = [];
    if (name !== '') {
      const complaints = portName(name);
      errors.push(...complaints.map((words) => invalid(child(place, 'name'), name, words)));
      if (complaints.length === 0 && names.has(name)) errors.push(duplicate(child(place, 'name'), name));
      if (complaints.length === 0) names.add(name);
    }
    if (inside === 0) errors.push(required(child(place, 'containerPort')));
    else errors.push(...numberErrors(inside, child(place, 'containerPort')));
    if (outside !== 0) errors.push(...numberErrors(outside, child(place, 'hostPort')));
    return [...errors, ...isGivenOneOf(text(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], child(place, 'protocol'))];
  });
}

function numberErrors(port: number, field: Field): Errors {
  return portNumber(port).map((words) => invalid(field, BigInt(port), words));
}

/** Upstream: AccumulateUniqueHostPorts. */
function hostPorts(all: readonly ValueMap[], field: Field): Errors {
  const seen = new Set<string>();
  return all.flatMap((container, i) =>
    structs(container, 'ports').flatMap((port, j) => {
      const outside = number(port, 'hostPort');
      if (outside === 0) return [];
      const key = `${text(port, 'protocol')}/${text(port, 'hostIP')}/${outside}`;
      if (seen.has(key)) return [duplicate(child(at(child(at(field, i), 'ports'), j), 'hostPort'), key)];
      seen.add(key);
      return [];
    }),
  );
}

/** Complaints about resize policies; all name the list, not the item. Upstream: validateResizePolicy. */
function resizePolicies(container: ValueMap, podRestart: string, field: Field): Errors {
  const seen = new Set<string>();
  return structs(container, 'resizePolicy').flatMap((policy, i) => {
    const resource = text(policy, 'resourceName');
    const restart = text(policy, 'restartPolicy');
    const twice = seen.has(resource) ? [duplicate(at(field, i), shown('core.ResourceName', resource))] : [];
    seen.add(resource);
    const never = podRestart === 'Never' && restart !== 'NotRequired';
    return [
      ...twice,
      ...isGivenOneOf(resource, ['cpu', 'memory'], field).map((error) =>
        error.type === 'NotSupported' ? { ...error, value: shown('core.ResourceName', resource) } : error,
      ),
      ...isGivenOneOf(restart, ['NotRequired', 'RestartContainer'], field),
      ...(never ? [invalid(field, restart, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")] : []),
    ];
  });
}

/**
 * Complaints about the restart policy of an init container in versions before containers had rules of their own: only
 * Always was allowed.
 * Upstream: validateContainerRestartPolicy.
 */
function sidecarPolicy(container: ValueMap, field: Field): Errors {
  if (!has(container, 'restartPolicy')) return [];
  const errors = isOneOf(text(container, 'restartPolicy'), ['Always'], child(field, 'restartPolicy'));
  return inVersions({ until: 'v1.33' }, errors);
}

/** Rules of an init container count only beside a policy. Upstream: validateInitContainerRestartPolicy. */
function initRestartRules(container: ValueMap, field: Field): Errors {
  const hasRules = list(container, 'restartPolicyRules').length > 0;
  if (text(container, 'restartPolicy') === 'Always') {
    const why = 'restartPolicyRules are not allowed for init containers with restart policy Always';
    return [
      // The feature gate RestartAllContainersOnContainerExits.
      ...inVersions({ until: 'v1.35' }, hasRules ? [forbidden(child(field, 'restartPolicyRules'), why)] : []),
      ...inVersions({ from: 'v1.36' }, restartRules(container, field)),
    ];
  }
  if (has(container, 'restartPolicy')) return restartRules(container, field);
  if (!hasRules) return [];
  return [required(child(field, 'restartPolicy'), 'must specify restartPolicy when restart rules are used')];
}

function restartRules(container: ValueMap, field: Field): Errors {
  const rules = structs(container, 'restartPolicyRules');
  const given = has(container, 'restartPolicy');
  const errors: Errors[number][] = [];
  const place = child(field, 'restartPolicy');
  if (!given && rules.length > 0) {
    errors.push(required(place, 'must specify restartPolicy when restart rules are used'));
  } else if (given) {
    errors.push(...isOneOf(text(container, 'restartPolicy'), ['Always', 'Never', 'OnFailure'], place));
  }
  if (rules.length > 20) errors.push(tooMany(child(field, 'restartPolicyRules'), rules.length, 20));
  return [...errors, ...rules.flatMap((rule, i) => restartRule(rule, at(child(field, 'restartPolicyRules'), i)))];
}

function restartRule(rule: ValueMap, field: Field): Errors {
  const action = (allowed: readonly string[]) => isOneOf(text(rule, 'action'), allowed, child(field, 'action'));
  const codes = pointer(rule, 'exitCodes');
  const place = child(field, 'exitCodes');
  const values = list(codes, 'values').length;
  return [
    ...inVersions({ until: 'v1.35' }, action(['Restart'])),
    ...inVersions({ from: 'v1.36' }, action(['Restart', 'RestartAllContainers'])),
    ...(codes === undefined ? [required(place, 'must be specified')] : []),
    ...(codes === undefined ? [] : isOneOf(text(codes, 'operator'), ['In', 'NotIn'], child(place, 'operator'))),
    ...(values > 255 ? [tooMany(child(place, 'values'), values, 255)] : []),
  ];
}
