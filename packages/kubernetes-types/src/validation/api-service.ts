import { bytesOfBase64, type ValueMap } from '@managed-fields/merge-engine';
import { type Errors, invalid, required } from './errors.ts';
import { at, child } from './field-path.ts';
import { dns1035Label, dns1123Subdomain, type NameCheck, pathSegment, portNumber } from './names.ts';
import { flag, number, pointer, struct, structs, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isGiven, isOneOf, named } from './scalars.ts';

/*
 * Groups and versions that the server serves, itself or by a Service.
 * Upstream: k8s.io/kube-aggregator pkg/apis/apiregistration/validation/validation.go.
 */

const plain = { plainFinalizers: true } as const;

/** Complaints about a new APIService. Upstream: ValidateAPIService. */
export function apiServiceErrors(service: ValueMap): Errors {
  const spec = struct(service, 'spec');
  const [group, version] = [text(spec, 'group'), text(spec, 'version')];
  return [
    ...metadataErrors(service, {
      namespaced: false,
      name: namedFor(`${version}.${group}`),
      maskPrefix: false,
      ...plain,
    }),
    ...(group === '' && version !== 'v1'
      ? [required('spec.group', 'only v1 may have an empty group and it better be legacy kube')]
      : []),
    ...(group === '' ? [] : named(dns1123Subdomain, group, 'spec.group')),
    ...named(dns1035Label, version, 'spec.version'),
    ...priorityErrors(spec, 'groupPriorityMinimum', 20_000),
    ...priorityErrors(spec, 'versionPriority', 1000),
    ...reachErrors(spec),
  ];
}

/** The name of an APIService follows from what it serves. */
function namedFor(wanted: string): NameCheck {
  return (name) => {
    const errors = pathSegment(name);
    if (errors.length > 0 || name === wanted) return errors;
    return [`must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`];
  };
}

function priorityErrors(spec: ValueMap, name: string, most: number): Errors {
  const value = number(spec, name);
  return value > 0 && value <= most
    ? []
    : [invalid(child('spec', name), BigInt(value), `must be positive and less than ${most}`)];
}

/** How the server reaches what it serves: by itself, or by a Service. */
function reachErrors(spec: ValueMap): Errors {
  const bundle = bytesOfBase64(text(spec, 'caBundle'))?.length ?? 0;
  const isInsecure = flag(spec, 'insecureSkipTLSVerify') === true;
  const service = pointer(spec, 'service');
  const insecure = (words: string) => (isInsecure ? [invalid('spec.insecureSkipTLSVerify', true, words)] : []);
  if (service === undefined) {
    return [
      ...(bundle > 0 ? [invalid('spec.caBundle', `${bundle} bytes`, 'local APIServices may not have a caBundle')] : []),
      ...insecure('local APIServices may not have insecureSkipTLSVerify'),
    ];
  }
  const port = number(service, 'port');
  const place = 'spec.service';
  return [
    ...isGiven(service, 'namespace', place),
    ...isGiven(service, 'name', place),
    ...portNumber(port).map((words) => invalid(child(place, 'port'), BigInt(port), `port is not valid: ${words}`)),
    ...(bundle > 0 ? insecure('may not be true if caBundle is present') : []),
  ];
}

/** Complaints about a changed APIService. Upstream: ValidateAPIServiceUpdate. */
export function apiServiceUpdateErrors(service: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(service, old, plain), ...apiServiceErrors(service)];
}

/** Complaints about a changed status. Upstream: ValidateAPIServiceStatusUpdate. */
export function apiServiceStatusErrors(service: ValueMap, old: ValueMap): Errors {
  const conditions = structs(struct(service, 'status'), 'conditions');
  return [
    ...metadataUpdateErrors(service, old, plain),
    ...conditions.flatMap((condition, i) =>
      isOneOf(text(condition, 'status'), ['True', 'False', 'Unknown'], child(at('status.conditions', i), 'status')),
    ),
  ];
}
