import type { ValueMap } from '@managed-fields/merge-engine';
import { containersOf } from '../strategy/containers.ts';
import { at, child, type Field } from '../validation/field-path.ts';
import { number, structs, text } from '../validation/object.ts';

interface Port {
  readonly field: Field;
  readonly name: string;
  readonly containerPort: number;
  readonly protocol: string;
  readonly hostIp: string;
  readonly hostPort: number;
}

/** Warnings about ports of all containers that overlap. Upstream: k8s.io/kubernetes pkg/api/pod/warnings.go. */
export function portWarnings(spec: ValueMap, place: Field): readonly string[] {
  const ports = containersOf(spec, place).flatMap(({ container, field }) =>
    structs(container, 'ports').map((port, i) => ({
      field: at(child(field, 'ports'), i),
      name: text(port, 'name'),
      containerPort: number(port, 'containerPort'),
      protocol: text(port, 'protocol'),
      hostIp: text(port, 'hostIP'),
      hostPort: number(port, 'hostPort'),
    })),
  );
  return [...numberWarnings(ports), ...nameWarnings(ports)];
}

function numberWarnings(ports: readonly Port[]): readonly string[] {
  const warnings: string[] = [];
  const seen = new Map<string, Port[]>();
  for (const port of ports) {
    if (port.hostIp !== '' && port.hostPort === 0) {
      warnings.push(`${port.field}: hostIP set without hostPort: ${dump(port)}`);
    }
    const key = `${port.containerPort}/${port.protocol}`;
    const others = seen.get(key) ?? [];
    for (const other of others) {
      const how = clash(port, other);
      if (how !== undefined) warnings.push(`${port.field}: ${how} port definition with ${other.field}`);
    }
    seen.set(key, [...others, port]);
  }
  return warnings;
}

function clash(port: Port, other: Port): 'duplicate' | 'overlapping' | 'dangerously ambiguous' | undefined {
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort) return 'duplicate';
  if (port.hostPort === 0 || other.hostPort === 0) return 'overlapping';
  if (port.hostPort === other.hostPort && (port.hostIp === '') !== (other.hostIp === ''))
    return 'dangerously ambiguous';
  return undefined;
}

/** A port as Go's %+v prints its struct. */
function dump(port: Port): string {
  return `{Name:${port.name} HostPort:${port.hostPort} ContainerPort:${port.containerPort} Protocol:${port.protocol} HostIP:${port.hostIp}}`;
}

function nameWarnings(ports: readonly Port[]): readonly string[] {
  const seen = new Map<string, Field>();
  return ports.flatMap(({ name, field }) => {
    if (name === '') return [];
    const other = seen.get(name);
    if (other === undefined) {
      seen.set(name, field);
      return [];
    }
    return [
      `${field}: duplicate port name "${name}" with ${other}, services and probes that select ports by name will use ${other}`,
    ];
  });
}
