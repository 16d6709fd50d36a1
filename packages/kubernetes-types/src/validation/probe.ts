import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, forbidden, invalid, required } from './errors.ts';
import { child, type Field } from './field-path.ts';
import { httpHeaderName } from './names.ts';
import { count, list, number, pointer, structs, text } from './object.ts';
import { isNonnegative, isOneOf, isPort, named } from './scalars.ts';

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

/**
 * Complaints about a handler of a container.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go validateHandler.
 */
function handler(holder: ValueMap, grace: number | undefined, field: Field): Errors {
  const given = handlers.filter((name) => pointer(holder, name) !== undefined);
  if (given.length === 0) return [required(field, 'must specify a handler type')];
  return given.flatMap((name, i) => {
    const place = child(field, name);
    if (i > 0) return [forbidden(place, 'may not specify more than 1 handler type')];
    return action(name, pointer(holder, name) ?? new Map(), grace, place);
  });
}

function action(name: string, given: ValueMap, grace: number | undefined, field: Field): Errors {
  switch (name) {
    case 'exec':
      return list(given, 'command').length === 0 ? [required(child(field, 'command'))] : [];
    case 'httpGet':
      return [
        ...(text(given, 'path') === '' ? [required(child(field, 'path'))] : []),
        ...isPort(given.get('port'), child(field, 'port')),
        ...isOneOf(text(given, 'scheme'), ['HTTP', 'HTTPS'], child(field, 'scheme')),
        ...structs(given, 'httpHeaders').flatMap((header) =>
          named(httpHeaderName, text(header, 'name'), child(field, 'httpHeaders')),
        ),
      ];
    case 'sleep': {
      const seconds = number(given, 'seconds');
      if (grace === undefined || (seconds >= 0 && seconds <= grace)) return [];
      const detail = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
      return [invalid(field, BigInt(seconds), detail)];
    }
    default:
      return isPort(given.get('port'), child(field, 'port'));
  }
}

const counts = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

/**
 * Complaints about the three probes of a container.
 * Upstream: validateLivenessProbe, validateReadinessProbe, validateStartupProbe.
 */
export function probes(container: ValueMap, grace: number | undefined, field: Field): Errors {
  return ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((name) => {
    const probe = pointer(container, name);
    if (probe === undefined) return [];
    const place = child(field, name);
    const own = count(probe, 'terminationGracePeriodSeconds');
    const errors = [...handler(probe, grace, place), ...counts.flatMap((key) => isNonnegative(probe, key, place))];
    const ownPlace = child(place, 'terminationGracePeriodSeconds');
    if (own !== undefined && own <= 0) errors.push(invalid(ownPlace, BigInt(own), 'must be greater than 0'));
    if (name === 'readinessProbe') {
      if (own !== undefined) errors.push(invalid(ownPlace, BigInt(own), 'must not be set for readinessProbes'));
    } else if (number(probe, 'successThreshold') !== 1) {
      errors.push(invalid(child(place, 'successThreshold'), BigInt(number(probe, 'successThreshold')), 'must be 1'));
    }
    return errors;
  });
}

/** Complaints about the hooks that run after a container starts and before it stops. Upstream: validateLifecycle. */
export function lifecycle(container: ValueMap, grace: number | undefined, field: Field): Errors {
  const given = pointer(container, 'lifecycle');
  return ['postStart', 'preStop'].flatMap((name) => {
    const hook = pointer(given, name);
    return hook === undefined ? [] : handler(hook, grace, child(field, 'lifecycle', name));
  });
}
