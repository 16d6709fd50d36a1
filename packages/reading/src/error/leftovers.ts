import { mapAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import type { NewStep } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { placedValue } from './placed-value.ts';

/** How a frequent message comes about: its kind, a pattern for it, and the steps that lead to it. */
interface Leftover {
  readonly kind: string;
  readonly words: RegExp;
  /** Makes the steps from the smallest valid object of the kind. */
  steps(least: ValueMap, message: string): readonly NewStep[];
}

const env = '.spec.template.spec.containers[name="web"].env[name="A"]';

/** Messages about a field that excludes another one, although nobody wrote both. */
export const leftovers: readonly Leftover[] = [
  {
    kind: 'Deployment',
    words: /strategy\.rollingUpdate: Forbidden/,
    steps: (least) => [apply(least), apply(placed(least, '.spec.strategy.type', 'Recreate'))],
  },
  {
    kind: 'Deployment',
    words: /env\[\d+\]\.valueFrom: Invalid value: "": may not be specified when `value` is not empty/,
    steps: (least) => [
      create(placed(least, `${env}.value`, 'old')),
      apply(placed(least, `${env}.valueFrom.fieldRef.fieldPath`, 'metadata.name')),
    ],
  },
  {
    kind: 'Service',
    words: /spec\.ports\[\d+\]\.name: Duplicate value/,
    steps: (least, message) => {
      const name = /Duplicate value: "([^"]*)"/.exec(message)?.[1] ?? 'http';
      return [create(withPort(least, name, 80n)), apply(withPort(least, name, 8080n))];
    },
  },
];

/** The number of a port is its key. Another number makes another port, and the old one stays with its owner. */
function withPort(service: ValueMap, name: string, port: bigint): ValueMap {
  const item: ValueMap = new Map<string, Value>([
    ['name', name],
    ['port', port],
    ['protocol', 'TCP'],
  ]);
  return withEntry(service, 'spec', withEntry(mapAt(service, 'spec') ?? new Map(), 'ports', [item]));
}

function placed(before: ValueMap, path: string, value: Value): ValueMap {
  return placedValue(before, path, value) ?? before;
}

function apply(object: ValueMap): NewStep {
  return { kind: 'apply', manager: 'me', text: printYaml(object).text };
}

function create(object: ValueMap): NewStep {
  return { kind: 'create', manager: 'creator', text: printYaml(object).text };
}
