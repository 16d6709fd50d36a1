import { atoi, type ValueMap } from '@managed-fields/merge-engine';
import { type Fields, objectOf } from './create/generator.ts';
import { asInt32, intOrString } from './create/simple.ts';
import { type Failure, fail } from './failure.ts';
import { labelSpecOf } from './written-lists.ts';

/** What a Service is made of that leads to the pods of something else. */
export interface Exposed {
  readonly name: string;
  readonly selector: string;
  /** Labels of the Service; empty for none. */
  readonly labels: string;
  /** `80` or `80,81`; empty for none. */
  readonly ports: string;
  readonly targetPort: string;
  /** The protocol of all ports; empty where each port has its own. */
  readonly protocol: string;
  readonly protocols: ReadonlyMap<string, readonly string[]>;
  /** More fields of the spec. */
  readonly spec: Fields;
}

/** Makes a Service. Upstream: k8s.io/kubectl pkg/cmd/expose/expose.go createService. */
export function serviceOf(exposed: Exposed): ValueMap | Failure {
  if (exposed.selector === '') return fail('selector must be specified');
  const selector = labelSpecOf(exposed.selector);
  if ('kind' in selector) return selector;
  const labels = exposed.labels === '' ? undefined : labelSpecOf(exposed.labels);
  if (labels !== undefined && 'kind' in labels) return labels;
  if (exposed.name === '') return fail('name must be specified');
  const ports = portsOf(exposed);
  if ('kind' in ports) return ports;
  return objectOf('v1', 'Service', exposed.name, {
    metadata: labels === undefined ? {} : { labels: labels.labels },
    spec: {
      ports: ports.list.length === 0 ? undefined : ports.list,
      selector: selector.labels,
      ...exposed.spec,
    },
  });
}

function portsOf({ ports, targetPort, protocol, protocols }: Exposed): { readonly list: readonly Fields[] } | Failure {
  const list: Fields[] = [];
  const written = ports === '' ? [] : ports.split(',');
  for (const [index, text] of written.entries()) {
    const read = atoi(text);
    if (read.kind === 'error') return fail(read.message);
    const port = asInt32(read.value);
    const target = targetPort === '' ? port : intOrString(targetPort);
    const own = protocol === '' ? (protocols.get(text) ?? []) : [];
    if (own.length > 1) {
      const named = own.map((each) => ({ name: `port-${index + 1}-${each.toLowerCase()}`, protocol: each, port }));
      list.push(...named.map((each) => ({ ...each, targetPort: target })));
      continue;
    }
    const name = written.length > 1 ? `port-${index + 1}` : undefined;
    list.push({ name, protocol: protocol === '' ? (own[0] ?? 'TCP') : protocol, port, targetPort: target });
  }
  return { list };
}
