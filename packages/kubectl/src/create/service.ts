import { dns1123Subdomain } from '@managed-fields/api-server';
import { atoi, cut, quote } from '@managed-fields/merge-engine';
import { type Failure, fail } from '../failure.ts';
import type { Flag, Flags } from '../flags.ts';
import { type Fields, type Generator, objectOf } from './generator.ts';
import { asInt32 } from './simple.ts';

const tcpFlag: Flag = { name: 'tcp', type: 'list' };
const text = (name: string) => ({ name, type: 'string', default: '' }) as const;

/** The subcommands of `kubectl create service`. Upstream: k8s.io/kubectl pkg/cmd/create/create_service.go. */
export const serviceGenerators: readonly Generator[] = [
  serviceGenerator('ClusterIP', [tcpFlag, text('clusterip')]),
  serviceGenerator('NodePort', [tcpFlag, { name: 'node-port', type: 'int', default: '0' }]),
  serviceGenerator('LoadBalancer', [tcpFlag]),
  serviceGenerator('ExternalName', [tcpFlag, { ...text('external-name'), required: true }]),
];

function serviceGenerator(type: string, flags: readonly Flag[]): Generator {
  return {
    name: `service ${type.toLowerCase()}`,
    flags,
    ignoresSaveConfig: true,
    failed: `failed to create ${type} service:`,
    generate: (_session, given, name) => serviceOf(type, given, name),
  };
}

function serviceOf(type: string, flags: Flags, name: string): ReturnType<Generator['generate']> {
  const [clusterIP, externalName] = [flags.text('clusterip'), flags.text('external-name')];
  const written = flags.list('tcp');
  if (clusterIP !== 'None' && written.length === 0 && type !== 'ExternalName') {
    return fail('at least one tcp port specifier must be provided');
  }
  if (type === 'ExternalName' && dns1123Subdomain(externalName).length > 0) {
    return fail(`invalid service external name ${externalName}`);
  }
  const ports: Fields[] = [];
  for (const pair of written) {
    const read = portsOf(pair);
    if ('kind' in read) return read;
    const nodePort = asInt32(flags.whole('node-port'));
    ports.push({ name: pair.replaceAll(':', '-'), protocol: 'TCP', ...read, nodePort });
  }
  const app = { app: name };
  return objectOf('v1', 'Service', name, {
    metadata: { labels: app },
    spec: { ports, selector: app, clusterIP, type, externalName },
  });
}

/** Reads `80`, `80:8080` or `80:web`. Upstream: create_service.go parsePorts. */
function portsOf(pair: string): { readonly port: number; readonly targetPort: number | string } | Failure {
  const [written] = cut(pair, ':');
  const [, target] = pair.split(':');
  const problem = portProblem(written);
  if (problem !== undefined) return fail(problem);
  const port = Number(written);
  if (target === undefined) return { port, targetPort: port };
  const read = atoi(target);
  if (read.kind === 'error') {
    const problems = portNameProblems(target);
    return problems.length > 0 ? fail(problems.join(',')) : { port, targetPort: target };
  }
  const number = Number(read.value);
  return number < 1 || number > 65535 ? fail('must be between 1 and 65535, inclusive') : { port, targetPort: number };
}

/** Upstream: strconv.ParseUint. */
function portProblem(written: string): string | undefined {
  const words = (why: string) => `strconv.ParseUint: parsing ${quote(written)}: ${why}`;
  if (!/^\d+$/.test(written)) return words('invalid syntax');
  return Number(written) > 65535 ? words('value out of range') : undefined;
}

/** Upstream: apimachinery pkg/util/validation/validation.go IsValidPortName. */
function portNameProblems(name: string): readonly string[] {
  return [
    ...(name.length > 15 ? ['must be no more than 15 characters'] : []),
    ...(/^[-a-z0-9]+$/.test(name) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/.test(name) ? [] : ['must contain at least one letter (a-z)']),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(name.startsWith('-') || name.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
  ];
}
