import { isMap, listAt, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { createGenerated, typed } from './create/generator.ts';
import { type Failure, fail, isFailure, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { labelsOf } from './last-applied.ts';
import { dryRunOf } from './options.ts';
import { overridden } from './overrides.ts';
import { type DryRun, printerOf } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { collectTyped, select } from './selection.ts';
import { serviceOf } from './service-of.ts';
import type { Session } from './session.ts';

/** `kubectl expose`. Upstream: k8s.io/kubectl pkg/cmd/expose/expose.go. */
export function runExpose(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, dryRun.value === 'client');
  if ('kind' in printer) return printer;
  const selected = select(session, withoutSelector(flags), { args: flags.args });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected);
  const seen = seenIn(flags);
  const failures = infos.flatMap(
    (info) => exposeOne(session, flags, info, { dryRun: dryRun.value, printer, seen }) ?? [],
  );
  return together(failed === undefined ? failures : [failed, ...failures]);
}

/** The flags without `--selector`, which is that of the Service and selects nothing. */
function withoutSelector(flags: Flags): Flags {
  return { ...flags, text: (name) => (name === 'selector' ? '' : flags.text(name)) };
}

const exposable = new Set(['/ReplicationController', '/Service', '/Pod', 'apps/Deployment', 'apps/ReplicaSet']);

/** What the line says, or else the first object that has it: kubectl remembers that for those that follow. */
interface Seen {
  selector: string;
  port: string;
  /** Several ports, which count before the one. */
  ports: string;
  labels: string;
  protocols: ReadonlyMap<string, readonly string[]>;
}

/** What all objects of a line are exposed by. */
interface Exposing {
  readonly dryRun: DryRun;
  readonly printer: Printer;
  readonly seen: Seen;
}

function seenIn(flags: Flags): Seen {
  const [selector, port, labels] = [flags.text('selector'), flags.text('port'), flags.text('labels')];
  return { selector, port, ports: '', labels, protocols: new Map() };
}

function exposeOne(session: Session, flags: Flags, info: LoadedInfo, how: Exposing): Failure | undefined {
  const { dryRun, printer, seen } = how;
  const { kind, group } = info.version.resource;
  if (!exposable.has(`${group}/${kind}`)) return fail(`cannot expose a ${group === '' ? kind : `${kind}.${group}`}`);
  const selector = seen.selector === '' ? selectorOf(info) : seen.selector;
  if (typeof selector !== 'string') {
    return fail(`couldn't retrieve selectors via --selector flag or introspection: ${selector.message}`);
  }
  seen.selector = selector;
  if (seen.port === '') {
    const ports = [...new Set(portsOf(info).map(({ port }) => port))];
    if (ports.length === 0 && flags.text('cluster-ip') !== 'None') {
      return fail("couldn't find port via --port flag or introspection");
    }
    if (ports.length > 1) seen.ports = ports.join(',');
    else seen.port = ports.join('');
  }
  const protocols = protocolsOf(info);
  if (protocols.size > 0) seen.protocols = protocols;
  if (seen.labels === '') seen.labels = specOf(labelsOf(info.object));
  const affinity = flags.text('session-affinity');
  const service = serviceOf({
    name: flags.text('name') === '' ? info.name.slice(0, 63) : flags.text('name'),
    labels: seen.labels,
    selector,
    ports: seen.ports === '' ? seen.port : seen.ports,
    targetPort: flags.text('target-port'),
    protocol: flags.text('protocol'),
    protocols: seen.protocols,
    spec: moreOf(flags),
  });
  if (isFailure(service)) return service;
  if (!['', 'None', 'ClientIP'].includes(affinity)) return fail(`unknown session affinity: ${affinity}`);
  const changed = overridden(session, flags, typed(session, service, false).object);
  if (isFailure(changed)) return changed;
  const created = createGenerated(session, flags, dryRun, changed);
  return isFailure(created) ? created : printer.print(created, 'exposed');
}

function moreOf(flags: Flags) {
  const given = (name: string) => (flags.text(name) === '' ? undefined : flags.text(name));
  const externalIP = given('external-ip');
  return {
    clusterIP: given('cluster-ip'),
    type: given('type'),
    externalIPs: externalIP === undefined ? undefined : [externalIP],
    sessionAffinity: given('session-affinity'),
    loadBalancerIP: flags.text('type') === 'LoadBalancer' ? given('load-balancer-ip') : undefined,
  };
}

/** `app=web,tier=front` */
function specOf(labels: ValueMap | undefined): string {
  return [...(labels ?? [])].map(([key, value]) => `${key}=${value}`).join(',');
}

/** Returns the labels that lead to the pods of an object. Upstream: pkg/polymorphichelpers/mapbasedselectorforobject.go. */
function selectorOf({ object, version }: LoadedInfo): string | Failure {
  const spec = mapAt(object, 'spec');
  const { kind } = version.resource;
  if (kind === 'Pod') {
    const labels = specOf(labelsOf(object));
    return labels === '' ? fail('the pod has no labels and cannot be exposed') : labels;
  }
  const selector = mapAt(spec, 'selector');
  if (kind === 'ReplicationController') return specOf(selector);
  if (kind === 'Service') {
    return selector === undefined ? fail('the service has no pod selector set') : specOf(selector);
  }
  const labels = specOf(mapAt(selector, 'matchLabels'));
  if (labels === '') return fail(`invalid ${kind.toLowerCase()}: no selectors, therefore cannot be exposed`);
  const expressions = (listAt(selector, 'matchExpressions') ?? []).filter(isMap);
  if (expressions.length === 0) return labels;
  return fail(`couldn't convert expressions - "[${expressions.map(goText).join(' ')}]" to map-based selector format`);
}

/** An expression as Go's `%+v` prints it. */
function goText(expression: ValueMap): string {
  const values = (listAt(expression, 'values') ?? []).join(' ');
  return `{Key:${expression.get('key')} Operator:${expression.get('operator')} Values:[${values}]}`;
}

interface ExposedPort {
  readonly port: string;
  readonly protocol: string;
}

/** Upstream: portsforobject.go, protocolsforobject.go. */
function portsOf({ object, version }: LoadedInfo): readonly ExposedPort[] {
  const spec = mapAt(object, 'spec');
  const { kind } = version.resource;
  const read = (ports: readonly unknown[] | undefined, key: string) =>
    ((ports ?? []) as readonly ValueMap[]).map((each) => ({
      port: String(each.get(key) ?? 0n),
      protocol: String(each.get('protocol') ?? 'TCP'),
    }));
  if (kind === 'Service') return read(listAt(spec, 'ports'), 'port');
  const pod = kind === 'Pod' ? spec : mapAt(mapAt(spec, 'template'), 'spec');
  return (listAt(pod, 'containers') ?? [])
    .filter(isMap)
    .flatMap((container) => read(listAt(container, 'ports'), 'containerPort'));
}

function protocolsOf(info: LoadedInfo): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { port, protocol } of portsOf(info)) {
    const before = found.get(port) ?? [];
    if (!before.includes(protocol)) found.set(port, [...before, protocol]);
  }
  return found;
}
