import { escapedPath } from '@managed-fields/api-server';
import {
  amountOf,
  bytesOfBase64,
  mapAt,
  metadataOf,
  milliValue,
  quote,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Description, longTime } from './description.ts';
import { writeResources } from './shared.ts';
import { mapsAt, numberAt, sortedBy, textAt, textsAt } from './values.ts';

/** The Pod whose fields environment variables may show; a template has none. */
type OfPod = ValueMap | undefined;

/** Upstream: kubectl pkg/describe/describe.go describeContainers. `space` is two spaces within a template. */
export function writeContainers(
  out: Description,
  label: string,
  containers: readonly ValueMap[],
  statuses: readonly ValueMap[],
  pod: OfPod,
  space: string,
): void {
  out.write(0, `${space}${label}:${containers.length === 0 ? ' <none>' : ''}\n`);
  for (const container of containers) {
    const status = statuses.find((each) => textAt(each, 'name') === textAt(container, 'name'));
    writeBasics(out, container, status, space);
    writeCommand(out, container);
    if (status !== undefined) writeState(out, status);
    writeResources(out, mapAt(container, 'resources'), 2);
    for (const [field, title] of [
      ['livenessProbe', 'Liveness'],
      ['readinessProbe', 'Readiness'],
      ['startupProbe', 'Startup'],
    ] as const) {
      const probe = mapAt(container, field);
      if (probe !== undefined) out.line(2, title, probeText(out, probe));
    }
    writeSources(out, mapsAt(container, 'envFrom'));
    writeVariables(out, container, pod);
    writeMounts(out, container);
  }
}

function writeBasics(out: Description, container: ValueMap, status: ValueMap | undefined, space: string): void {
  out.write(1, `${space === '' ? '' : ' '}${textAt(container, 'name')}:\n`);
  if (status !== undefined) out.line(2, 'Container ID', textAt(status, 'containerID'));
  out.line(2, 'Image', textAt(container, 'image'));
  if (status !== undefined) out.line(2, 'Image ID', textAt(status, 'imageID'));
  const ports = mapsAt(container, 'ports');
  for (const [field, title] of [
    ['containerPort', 'Port'],
    ['hostPort', 'Host Port'],
  ] as const) {
    const texts = ports.map((port) => {
      const name = out.has('portNames') ? textAt(port, 'name') : '';
      return `${numberAt(port, field)}/${textAt(port, 'protocol')}${name === '' ? '' : ` (${name})`}`;
    });
    out.line(2, texts.length > 1 ? `${title}s` : title, texts.join(', ') || '<none>');
  }
  const profile = mapAt(mapAt(container, 'securityContext'), 'seccompProfile');
  if (profile === undefined) return;
  out.line(2, 'SeccompProfile', textAt(profile, 'type'));
  if (textAt(profile, 'type') === 'Localhost') out.line(3, 'LocalhostProfile', textAt(profile, 'localhostProfile'));
}

function writeCommand(out: Description, container: ValueMap): void {
  for (const [field, title] of [
    ['command', 'Command'],
    ['args', 'Args'],
  ] as const) {
    const words = textsAt(container, field);
    if (words.length > 0) out.write(2, `${title}:\n`);
    for (const line of words.flatMap((word) => word.split('\n'))) out.write(3, `${line}\n`);
  }
}

function writeState(out: Description, status: ValueMap): void {
  writeOneState(out, 'State', mapAt(status, 'state'));
  const last = mapAt(status, 'lastState');
  if (mapAt(last, 'terminated') !== undefined) writeOneState(out, 'Last State', last);
  out.line(2, 'Ready', status.get('ready') === true ? 'True' : 'False');
  out.line(2, 'Restart Count', numberAt(status, 'restartCount'));
}

/** Upstream: describe.go describeStatus. */
function writeOneState(out: Description, name: string, state: ValueMap | undefined): void {
  const [running, waiting, terminated] = ['running', 'waiting', 'terminated'].map((field) => mapAt(state, field));
  if (running !== undefined) {
    out.line(2, name, 'Running');
    out.line(3, 'Started', longTime(running, 'startedAt'));
  } else if (waiting !== undefined || terminated === undefined) {
    out.line(2, name, 'Waiting');
    if (textAt(waiting, 'reason') !== '') out.line(3, 'Reason', textAt(waiting, 'reason'));
  } else {
    out.line(2, name, 'Terminated');
    for (const [field, title] of [
      ['reason', 'Reason'],
      ['message', 'Message'],
    ] as const) {
      if (textAt(terminated, field) !== '') out.line(3, title, textAt(terminated, field));
    }
    out.line(3, 'Exit Code', numberAt(terminated, 'exitCode'));
    if (Number(numberAt(terminated, 'signal')) > 0) out.line(3, 'Signal', numberAt(terminated, 'signal'));
    out.line(3, 'Started', longTime(terminated, 'startedAt'));
    out.line(3, 'Finished', longTime(terminated, 'finishedAt'));
  }
}

/** Upstream: describe.go DescribeProbe. */
function probeText(out: Description, probe: ValueMap): string {
  const [passes, fails] = out.has('probeThresholds')
    ? ['successThreshold', 'failureThreshold']
    : ['#success', '#failure'];
  const number = (field: string) => numberAt(probe, field);
  const attributes = [
    `delay=${number('initialDelaySeconds')}s timeout=${number('timeoutSeconds')}s period=${number('periodSeconds')}s`,
    `${passes}=${number('successThreshold')} ${fails}=${number('failureThreshold')}`,
  ].join(' ');
  const [exec, http, tcp, grpc] = ['exec', 'httpGet', 'tcpSocket', 'grpc'].map((field) => mapAt(probe, field));
  if (exec !== undefined) return `exec [${textsAt(exec, 'command').join(' ')}] ${attributes}`;
  if (http !== undefined) {
    const [host, path] = [textAt(http, 'host'), textAt(http, 'path')];
    const named = escapedHost(host.includes(':') ? `[${host}]` : host);
    const place = `${path.startsWith('/') ? '' : '/'}${path === '*' ? path : escapedPath(path)}`;
    return `http-get ${textAt(http, 'scheme').toLowerCase()}://${named}:${textAt(http, 'port')}${place} ${attributes}`;
  }
  if (tcp !== undefined) return `tcp-socket ${textAt(tcp, 'host')}:${textAt(tcp, 'port')} ${attributes}`;
  if (grpc !== undefined) return `grpc <pod>:${numberAt(grpc, 'port')} ${textAt(grpc, 'service')} ${attributes}`;
  return `unknown ${attributes}`;
}

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** Upstream: net/url escape, of a host. */
function escapedHost(host: string): string {
  return encodeURI(host)
    .replace(/[/?#@]/g, percent)
    .replace(/%(?:3C|3E|22|5B|5D)/g, decodeURIComponent);
}

function writeSources(out: Description, sources: readonly ValueMap[]): void {
  if (sources.length > 0) out.write(2, 'Environment Variables from:\n');
  for (const source of sources) {
    const [map, secret] = [mapAt(source, 'configMapRef'), mapAt(source, 'secretRef')];
    const from = map !== undefined ? 'ConfigMap' : secret !== undefined ? 'Secret' : '';
    const prefix = textAt(source, 'prefix');
    const with_ = prefix === '' ? '' : ` with prefix '${prefix}'`;
    const named = map ?? secret;
    out.write(3, `${textAt(named, 'name')}\t${from}${with_}\tOptional: ${named?.get('optional') === true}\n`);
  }
}

/** Upstream: describe.go describeContainerEnvVars. */
function writeVariables(out: Description, container: ValueMap, pod: OfPod): void {
  const variables = mapsAt(container, 'env');
  out.write(2, `Environment:${variables.length === 0 ? '\t<none>' : ''}\n`);
  for (const variable of variables) {
    const name = textAt(variable, 'name');
    const from = mapAt(variable, 'valueFrom');
    if (from === undefined) {
      for (const [index, line] of textAt(variable, 'value').split('\n').entries()) {
        out.write(3, `${index === 0 ? `${name}:` : ''}\t${line}\n`);
      }
      continue;
    }
    const [field, resource, secret, map] = ['fieldRef', 'resourceFieldRef', 'secretKeyRef', 'configMapKeyRef'].map(
      (each) => mapAt(from, each),
    );
    const optional = `Optional: ${(secret ?? map)?.get('optional') === true}`;
    if (field !== undefined) {
      const path = textAt(field, 'fieldPath');
      const value = pod === undefined ? '' : podField(pod, path);
      out.write(3, `${name}:\t${value} (${textAt(field, 'apiVersion')}:${path})\n`);
    } else if (resource !== undefined) {
      out.write(3, `${name}:\t${resourceValue(container, resource)} (${textAt(resource, 'resource')})\n`);
    } else if (secret !== undefined) {
      const text = `<set to the key '${textAt(secret, 'key')}' in secret '${textAt(secret, 'name')}'>`;
      out.write(3, `${name}:\t${text}\t${optional}\n`);
    } else if (map !== undefined) {
      const text = `<set to the key '${textAt(map, 'key')}' of config map '${textAt(map, 'name')}'>`;
      out.write(3, `${name}:\t${text}\t${optional}\n`);
    }
  }
}

/**
 * A field of a Pod, of those that kubectl knows; what it does not know is an empty text.
 * Upstream: kubectl pkg/describe/describe.go EnvValueRetriever, apimachinery DefaultMetaV1FieldSelectorConversion.
 */
function podField(pod: ValueMap, path: string): string {
  const known = ['metadata.name', 'metadata.namespace'];
  return known.includes(path) ? textAt(metadataOf(pod), path.slice(9)) : '';
}

/** Upstream: kubectl pkg/util/resource/resource.go ExtractContainerResourceValue. */
function resourceValue(container: ValueMap, reference: ValueMap): string {
  const resource = textAt(reference, 'resource');
  if (resource === '') return '';
  const [sort, name] = [resource.slice(0, resource.indexOf('.')), resource.slice(resource.indexOf('.') + 1)];
  const inThousandths = (value: Value | undefined) => {
    const amount = amountOf(value);
    return amount === undefined ? 0n : milliValue(amount);
  };
  const divisor = inThousandths(reference.get('divisor')) || 1000n;
  const value = inThousandths(mapAt(mapAt(container, 'resources'), sort)?.get(name));
  const text = String((value + divisor - 1n) / divisor);
  return text === '0' && sort === 'limits' && (name === 'cpu' || name === 'memory') ? 'node allocatable' : text;
}

function writeMounts(out: Description, container: ValueMap): void {
  const mounts = sortedBy(mapsAt(container, 'volumeMounts'), (mount) => textAt(mount, 'mountPath'));
  const none = mounts.length === 0 ? '\t<none>' : '';
  out.write(2, `Mounts:${none}\n`);
  for (const mount of mounts) {
    const path = textAt(mount, 'subPath');
    const flags = `${mount.get('readOnly') === true ? 'ro' : 'rw'}${path === '' ? '' : `,path=${quote(path)}`}`;
    out.write(3, `${textAt(mount, 'mountPath')} from ${textAt(mount, 'name')} (${flags})\n`);
  }
  const devices = sortedBy(mapsAt(container, 'volumeDevices'), (device) => textAt(device, 'devicePath'));
  if (devices.length > 0) out.write(2, `Devices:${none}\n`);
  for (const device of devices) out.write(3, `${textAt(device, 'devicePath')} from ${textAt(device, 'name')}\n`);
}

/** The bytes of a value of `data`, which is written in base64. */
export function bytesIn(value: Value | undefined): Uint8Array {
  return bytesOfBase64(String(value)) ?? new Uint8Array();
}
