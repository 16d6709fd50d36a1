import type { AllocationFailure } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { needsHealthCheck } from '../strategy/service.ts';
import { type Errors, invalid } from './errors.ts';
import { at, child } from './field-path.ts';
import { number, structs, text } from './object.ts';

/*
 * Node ports that a Service asks for. They are allocated in the order in which they stand, and what cannot be had ends it.
 * Upstream: k8s.io/kubernetes pkg/registry/core/service/storage/alloc.go, pkg/registry/core/service/portallocator.
 */

/** The ports that nodes offer by default. */
const [firstPort, lastPort] = [30_000, 32_767];

/** What allocation comes to: complaints, or a failure of the server. */
interface Allocated {
  readonly errors: Errors;
  readonly failure?: AllocationFailure;
}

/** Complaints about node ports that cannot be had; `before` is the old spec, undefined for a new Service. */
export function allocationErrors(spec: ValueMap, before: ValueMap | undefined, dryRun: boolean): Errors {
  return allocated(spec, before, dryRun).errors;
}

/** What goes wrong with node ports without a complaint about a field. */
export function nodePortFailure(
  spec: ValueMap,
  before: ValueMap | undefined,
  dryRun: boolean,
): AllocationFailure | undefined {
  return allocated(spec, before, dryRun).failure;
}

/** Ports that are taken; those of other Services are not known here. */
class Ports {
  readonly #taken: Set<number>;
  readonly #dryRun: boolean;

  constructor(taken: readonly number[], dryRun: boolean) {
    this.#taken = new Set(taken);
    this.#dryRun = dryRun;
  }

  /** Takes a port; returns why it cannot be had. A dry run does not look at the range. Upstream: operation.go Allocate. */
  take(port: number): string | undefined {
    if (!this.#dryRun && (port < firstPort || port > lastPort)) {
      return `provided port is not in the valid range. The range of valid ports is ${firstPort}-${lastPort}`;
    }
    if (this.#taken.has(port)) return 'provided port is already allocated';
    this.#taken.add(port);
    return undefined;
  }
}

function allocated(spec: ValueMap, before: ValueMap | undefined, dryRun: boolean): Allocated {
  const old = portsOf(before).map((port) => number(port, 'nodePort'));
  const wasChecked = before !== undefined && needsHealthCheck(before);
  const ports = new Ports([...old, ...(wasChecked ? [number(before, 'healthCheckNodePort')] : [])], dryRun);
  if (['NodePort', 'LoadBalancer'].includes(text(spec, 'type'))) {
    const found = before === undefined ? newPorts(spec, ports) : changedPorts(spec, new Set(old), ports);
    if (found !== undefined) return found;
  }
  const checked = number(spec, 'healthCheckNodePort');
  if (!needsHealthCheck(spec) || wasChecked || checked === 0) return { errors: [] };
  const why = ports.take(checked);
  if (why === undefined) return { errors: [] };
  const message = `failed to allocate requested HealthCheck NodePort ${checked}: ${why}`;
  return { errors: [], failure: { message, isInternal: true } };
}

function portsOf(spec: ValueMap | undefined): readonly ValueMap[] {
  return structs(spec, 'ports').filter((port) => number(port, 'nodePort') !== 0);
}

/** Ports of one number share a node port, whatever their protocols. Upstream: initNodePorts. */
function newPorts(spec: ValueMap, ports: Ports): Allocated | undefined {
  const shared = new Map<number, number>();
  for (const [index, port] of structs(spec, 'ports').entries()) {
    const [own, nodePort] = [number(port, 'port'), number(port, 'nodePort')];
    if (nodePort === 0 || shared.get(own) === nodePort) continue;
    const why = ports.take(nodePort);
    if (why !== undefined) return refused(index, nodePort, why);
    if (!shared.has(own)) shared.set(own, nodePort);
  }
  return undefined;
}

/** Upstream: updateNodePorts. */
function changedPorts(spec: ValueMap, old: ReadonlySet<number>, ports: Ports): Allocated | undefined {
  const seen = new Set<string>();
  const taken = new Set(old);
  for (const [index, port] of structs(spec, 'ports').entries()) {
    const nodePort = number(port, 'nodePort');
    if (nodePort === 0) continue;
    const why = taken.has(nodePort) ? undefined : ports.take(nodePort);
    if (why !== undefined) return refused(index, nodePort, why);
    taken.add(nodePort);
    const shown = `{${text(port, 'protocol')} ${nodePort}}`;
    if (seen.has(shown)) return { errors: [], failure: { message: `duplicate nodePort: ${shown}`, isInternal: false } };
    seen.add(shown);
  }
  return undefined;
}

function refused(index: number, nodePort: number, why: string): Allocated {
  return { errors: [invalid(child(at('spec.ports', index), 'nodePort'), BigInt(nodePort), why)] };
}
