import type { ValueMap } from '@managed-fields/merge-engine';
import { amountOf, signOf } from './amount.ts';
import {
  declarative,
  declaredFrom,
  type Errors,
  forbidden,
  inVersions,
  invalid,
  invalidAll,
  notSupported,
  required,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain, pathSegment } from './names.ts';
import { count, has, number, pointer, struct, structs, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { containerResourceName } from './resources.ts';
import { isLabel, isNonnegative, isNonnegativeAmount, isQualified } from './scalars.ts';
import { shown } from './shown.ts';

/*
 * Autoscalers of Pods, at autoscaling/v2.
 * Upstream: k8s.io/kubernetes pkg/apis/autoscaling/validation/validation.go.
 */

/** What a change may keep because the old object had it. */
interface Tolerance {
  readonly least: number;
  readonly sameTarget: boolean;
}

/** Complaints about a new autoscaler. */
export function autoscalerErrors(scaler: ValueMap): Errors {
  return [
    ...metadataErrors(scaler, { namespaced: true, name: dns1123Subdomain }),
    ...specErrors(struct(scaler, 'spec'), { least: 1, sameTarget: false }),
  ];
}

/** Complaints about a changed autoscaler. */
export function autoscalerUpdateErrors(scaler: ValueMap, old: ValueMap): Errors {
  const spec = struct(scaler, 'spec');
  const before = struct(old, 'spec');
  const target = struct(spec, 'scaleTargetRef');
  const oldTarget = struct(before, 'scaleTargetRef');
  const sameTarget = ['apiVersion', 'kind'].every((name) => text(target, name) === text(oldTarget, name));
  const least = count(before, 'minReplicas') === 0 ? 0 : 1;
  return [...metadataUpdateErrors(scaler, old), ...specErrors(spec, { least, sameTarget })];
}

/** Complaints about the status of an autoscaler. */
export function autoscalerStatusErrors(scaler: ValueMap, old: ValueMap): Errors {
  const status = struct(scaler, 'status');
  return [
    ...metadataUpdateErrors(scaler, old),
    ...structs(status, 'conditions').flatMap((condition, i) =>
      isNonnegative(condition, 'observedGeneration', at('status.conditions', i)),
    ),
    ...isNonnegative(status, 'currentReplicas', 'status'),
    ...isNonnegative(status, 'desiredReplicas', 'status'),
  ];
}

function specErrors(spec: ValueMap, tolerance: Tolerance): Errors {
  const least = count(spec, 'minReplicas');
  const most = number(spec, 'maxReplicas');
  const target = struct(spec, 'scaleTargetRef');
  const anyGroup = text(target, 'kind') === 'ReplicationController';
  const tooFew = least !== undefined && least < tolerance.least;
  const crossed = least !== undefined && most < least;
  const field = 'spec.maxReplicas';
  const version = tolerance.sameTarget ? 'any' : anyGroup ? 'group-free' : 'grouped';
  const referred = reference(target, 'spec.scaleTargetRef', version);
  const isMissing = ({ type }: Errors[number]) => type === 'Required';
  return [
    ...declaredFrom('v1.38', [], referred.filter(isMissing)),
    // The feature gate HPAScaleToZero.
    ...declaredFrom(
      'v1.37',
      tooFew ? [invalid('spec.minReplicas', BigInt(least), `must be greater than or equal to ${tolerance.least}`)] : [],
      least !== undefined && least < 0
        ? [invalid('spec.minReplicas', BigInt(least), 'must be greater than or equal to 0')]
        : [],
    ),
    ...inVersions({ until: 'v1.35' }, most < 1 ? [invalid(field, BigInt(most), 'must be greater than 0')] : []),
    ...inVersions(
      { from: 'v1.36', until: 'v1.36' },
      most === 0 ? [required(field, 'must be set and greater than 0')] : [],
    ),
    ...declarative('v1.37', inVersions({ from: 'v1.37' }, most === 0 ? [required(field)] : [])),
    ...declarative(
      'v1.37',
      inVersions(
        { from: 'v1.36' },
        most < 0 ? [invalid(field, BigInt(most), 'must be greater than or equal to 1')] : [],
      ),
    ),
    ...(crossed ? [invalid(field, BigInt(most), 'must be greater than or equal to `minReplicas`')] : []),
    ...referred.flatMap((error) => (isMissing(error) ? inVersions({ until: 'v1.37' }, [error]) : [error])),
    ...metrics(spec, 'spec.metrics'),
    ...['scaleUp', 'scaleDown'].flatMap((direction) => {
      const rules = pointer(struct(spec, 'behavior'), direction);
      return rules === undefined ? [] : scalingRules(rules, child('spec.behavior', direction));
    }),
  ];
}

/** A reference to an object of any version. Upstream: ValidateCrossVersionObjectReference. */
function reference(target: ValueMap, field: Field, version: 'any' | 'group-free' | 'grouped'): Errors {
  const apiVersion = text(target, 'apiVersion');
  return [
    ...['kind', 'name'].flatMap((name) => {
      const value = text(target, name);
      if (value === '') return [required(child(field, name))];
      return invalidAll(child(field, name), value, pathSegment(value));
    }),
    ...inVersions(
      { from: 'v1.34' },
      apiVersionErrors(apiVersion, version).map((words) => invalid(child(field, 'apiVersion'), apiVersion, words)),
    ),
  ];
}

/** Upstream: k8s.io/apimachinery pkg/runtime/schema ParseGroupVersion. */
function apiVersionErrors(apiVersion: string, version: 'any' | 'group-free' | 'grouped'): readonly string[] {
  if (version === 'any') return [];
  if (apiVersion.split('/').length > 2) return [`unexpected GroupVersion string: ${apiVersion}`];
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return version === 'grouped' && group === '' ? ['apiVersion must specify API group'] : [];
}

/** Sources in the order in which the server checks them, each with its type. */
const sources: readonly (readonly [string, string, (source: ValueMap, field: Field) => Errors])[] = [
  ['object', 'Object', objectSource],
  ['external', 'External', externalSource],
  ['pods', 'Pods', podsSource],
  ['resource', 'Resource', resourceSource],
  ['containerResource', 'ContainerResource', containerSource],
];
const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

function metrics(spec: ValueMap, field: Field): Errors {
  const all = structs(spec, 'metrics');
  const scalesToZero = all.some((metric) => ['Object', 'External'].includes(text(metric, 'type')));
  const words = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [
    ...all.flatMap((metric, i) => metricErrors(metric, at(field, i))),
    ...(count(spec, 'minReplicas') === 0 && !scalesToZero ? [forbidden(field, words)] : []),
  ];
}

function metricErrors(metric: ValueMap, field: Field): Errors {
  const type = text(metric, 'type');
  const place = child(field, 'type');
  const given = sources.filter(([name]) => has(metric, name));
  const expected = sources.find(([, of]) => of === type)?.[0];
  const [first] = given;
  const unsupported = notSupported(place, type, types);
  return [
    ...(type === '' ? [required(place, 'must specify a metric source type')] : []),
    ...(types.includes(type) ? [] : [unsupported]),
    ...(first === undefined ? [] : first[2](struct(metric, first[0]), child(field, first[0]))),
    ...(expected !== undefined && !has(metric, expected)
      ? [required(child(field, expected), 'must populate information for the given metric source')]
      : []),
    ...(expected === undefined ? [unsupported] : []),
    ...(given.length === 1
      ? []
      : given.flatMap(([name]) =>
          name === expected ? [] : [forbidden(child(field, name), 'must populate the given metric source only')],
        )),
  ];
}

function identifier(source: ValueMap, field: Field): Errors {
  const name = text(struct(source, 'metric'), 'name');
  const place = child(field, 'metric', 'name');
  return name === '' ? [required(place, 'must specify a metric name')] : invalidAll(place, name, pathSegment(name));
}

function target(source: ValueMap, field: Field): Errors {
  const goal = struct(source, 'target');
  const place = child(field, 'target');
  const type = text(goal, 'type');
  const utilization = count(goal, 'averageUtilization');
  const words = 'must be either Utilization, Value, or AverageValue';
  return [
    ...(type === '' ? [required(child(place, 'type'), 'must specify a metric target type')] : []),
    ...(['Utilization', 'Value', 'AverageValue'].includes(type) ? [] : [invalid(child(place, 'type'), type, words)]),
    ...['value', 'averageValue'].flatMap((name) => {
      const amount = amountOf(goal.get(name));
      if (amount === undefined || signOf(amount) > 0) return [];
      return [invalid(child(place, name), shown('*resource.Quantity', goal.get(name)), 'must be positive')];
    }),
    ...(utilization !== undefined && utilization < 1
      ? [invalid(child(place, 'averageUtilization'), BigInt(utilization), 'must be greater than 0')]
      : []),
  ];
}

function objectSource(source: ValueMap, field: Field): Errors {
  const goal = struct(source, 'target');
  const none = !has(goal, 'value') && !has(goal, 'averageValue');
  return [
    ...reference(struct(source, 'describedObject'), child(field, 'describedObject'), 'group-free'),
    ...identifier(source, field),
    ...target(source, field),
    ...(none
      ? [required(child(field, 'target', 'averageValue'), 'must set either a target value or averageValue')]
      : []),
  ];
}

function externalSource(source: ValueMap, field: Field): Errors {
  const goal = struct(source, 'target');
  const given = ['value', 'averageValue'].filter((name) => has(goal, name)).length;
  const none = 'must set either a target value for metric or a per-pod target';
  const both = 'may not set both a target value for metric and a per-pod target';
  return [
    ...identifier(source, field),
    ...target(source, field),
    ...(given === 0 ? [required(child(field, 'target', 'averageValue'), none)] : []),
    ...(given === 2 ? [forbidden(child(field, 'target', 'value'), both)] : []),
  ];
}

function podsSource(source: ValueMap, field: Field): Errors {
  const words = 'must specify a positive target averageValue';
  return [
    ...identifier(source, field),
    ...target(source, field),
    ...(has(struct(source, 'target'), 'averageValue') ? [] : [required(child(field, 'target', 'averageValue'), words)]),
  ];
}

function resourceSource(source: ValueMap, field: Field): Errors {
  return [
    ...(text(source, 'name') === '' ? [required(child(field, 'name'), 'must specify a resource name')] : []),
    ...resourceTarget(source, field),
  ];
}

/**
 * Checks the name of a resource of a container metric, where an unqualified name is shown as a string.
 * Upstream: pkg/apis/core/v1/validation validateResourceName.
 */
function metricResourceName(name: string, field: Field): Errors {
  const errors = containerResourceName(name, field);
  const unqualified = isQualified(name, field);
  return [...unqualified, ...errors.slice(unqualified.length)];
}

function containerSource(source: ValueMap, field: Field): Errors {
  const name = text(source, 'name');
  const container = text(source, 'container');
  const place = child(field, 'container');
  return [
    ...(name === ''
      ? [required(child(field, 'name'), 'must specify a resource name')]
      : metricResourceName(name, child(field, 'name'))),
    ...(container === '' ? [required(place, 'must specify a container')] : isLabel(container, place)),
    ...resourceTarget(source, field),
  ];
}

function resourceTarget(source: ValueMap, field: Field): Errors {
  const goal = struct(source, 'target');
  const given = ['averageUtilization', 'averageValue'].filter((name) => has(goal, name)).length;
  const none = 'must set either a target raw value or a target utilization';
  const both = 'may not set both a target raw value and a target utilization';
  return [
    ...target(source, field),
    ...(given === 0 ? [required(child(field, 'target', 'averageUtilization'), none)] : []),
    ...(given === 2 ? [forbidden(child(field, 'target', 'averageValue'), both)] : []),
  ];
}

/** The longest window and period of rules, in seconds. */
const longestWindow = 3600;
const longestPeriod = 1800;

function scalingRules(rules: ValueMap, field: Field): Errors {
  const window = count(rules, 'stabilizationWindowSeconds');
  const place = child(field, 'stabilizationWindowSeconds');
  const policies = structs(rules, 'policies');
  const select = text(rules, 'selectPolicy');
  const tolerance = amountOf(rules.get('tolerance'));
  const selects = ['Disabled', 'Max', 'Min'];
  return [
    ...(window !== undefined && window < 0
      ? [invalid(place, BigInt(window), 'must be greater than or equal to zero')]
      : []),
    ...(window !== undefined && window > longestWindow
      ? [invalid(place, BigInt(window), `must be less than or equal to ${longestWindow}`)]
      : []),
    ...(has(rules, 'selectPolicy') && !selects.includes(select)
      ? [notSupported(child(field, 'selectPolicy'), select, selects)]
      : []),
    ...(policies.length === 0 ? [required(child(field, 'policies'), 'must specify at least one Policy')] : []),
    ...policies.flatMap((policy, i) => scalingPolicy(policy, at(child(field, 'policies'), i))),
    ...(tolerance === undefined ? [] : isNonnegativeAmount(tolerance, child(field, 'tolerance'))),
  ];
}

function scalingPolicy(policy: ValueMap, field: Field): Errors {
  const type = text(policy, 'type');
  const value = number(policy, 'value');
  const period = number(policy, 'periodSeconds');
  const place = child(field, 'periodSeconds');
  return [
    ...(type === 'Pods' || type === 'Percent' ? [] : [notSupported(child(field, 'type'), type, ['Percent', 'Pods'])]),
    ...(value <= 0 ? [invalid(child(field, 'value'), BigInt(value), 'must be greater than zero')] : []),
    ...(period <= 0 ? [invalid(place, BigInt(period), 'must be greater than zero')] : []),
    ...(period > longestPeriod
      ? [invalid(place, BigInt(period), `must be less than or equal to ${longestPeriod}`)]
      : []),
  ];
}
