import type { TypeCatalog } from '@managed-fields/api-server';
import { run } from '@managed-fields/player/whole';
import type { Scenario, Step } from '@managed-fields/scenario';

/** A live object that some managers share, and the configuration that one of them is typing. */
export interface PipelineTexts {
  readonly name: string;
  readonly live: string;
  /** The configuration at a keystroke: another value in one place for another number. */
  applied(keystroke: number): string;
  /** The live object with another value in one place. */
  changedLive(keystroke: number): string;
  /** The manager that types. */
  readonly manager: string;
  /** The definition of the kind, which does not change meanwhile; undefined where none is at hand. */
  readonly definition?: string;
}

/**
 * A Deployment with so many containers: one manager applied all of it, others share parts, a controller wrote the
 * status.
 */
export function deploymentTexts(containers: number, catalog: TypeCatalog): PipelineTexts {
  const whole = (tag: string) =>
    deployment(Array.from({ length: containers }, (_, i) => container(i, i === 1 ? tag : '1.0')));
  const shared = deployment(
    [0, 1].map((i) => `      - {name: c${i}, env: [{name: VARIABLE_0, value: value-${i}-0}]}\n`),
  );
  const status = `${head}status:\n  observedGeneration: 1\n  replicas: 3\n  readyReplicas: 3\n  updatedReplicas: 3\n`;
  const live = liveObject(catalog, [
    { id: 's1', kind: 'apply', manager: 'alice', text: whole('1.0') },
    { id: 's2', kind: 'apply', manager: 'bob', text: shared },
    { id: 's3', kind: 'status', manager: 'kube-controller-manager', text: status },
    {
      id: 's4',
      kind: 'merge-patch',
      manager: 'kubectl-edit',
      text: 'metadata: {annotations: {example.com/owner: team}}',
    },
  ]);
  return {
    name: 'Deployment',
    live,
    applied: (keystroke) => whole(`1.${keystroke}`),
    changedLive: (keystroke) => live.replace('value-0-1\n', `value-${keystroke}\n`),
    manager: 'alice',
  };
}

/** A ConfigMap with so many keys that so many managers applied a part of each. */
export function configMapTexts(keys: number, managers: number, catalog: TypeCatalog): PipelineTexts {
  const line = (key: number, value: string) => `  setting-${String(key).padStart(5, '0')}: ${value}\n`;
  const words = (key: number) => `${'value '.repeat(14)}${key}`;
  const part = (manager: number) =>
    Array.from({ length: Math.ceil(keys / managers) }, (_, i) => i * managers + manager);
  const text = (of: readonly number[], changed: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: large\ndata:\n${of.map((key, i) => line(key, i === 1 ? changed : words(key))).join('')}`;
  const steps = Array.from({ length: managers }, (_, i): Step => {
    return { id: `s${i}`, kind: 'apply', manager: `manager-${i}`, text: text(part(i), 'changed 0') };
  });
  const live = liveObject(catalog, steps);
  return {
    name: `ConfigMap, ${managers} managers`,
    live,
    applied: (keystroke) => text(part(0), `changed ${keystroke}`),
    changedLive: (keystroke) => live.replace(words(0), `changed ${keystroke}`),
    manager: 'manager-0',
  };
}

/**
 * A custom resource with so many items that are told apart by their name, once with the definition of its kind and once
 * without: there its list counts as atomic, and what managers own of its items is not in the object. One manager applied
 * all of it, others own a part of each item or of some, and a controller wrote the status.
 */
export function customTexts(items: number, catalog: TypeCatalog): readonly [PipelineTexts, PipelineTexts] {
  const row = (i: number, value: string) => `  - name: row-${String(i).padStart(5, '0')}
    image: example.com/team/image-${i}:1.0
    value: ${value}
    limits:
      cpu: 500m
      memory: 256Mi
    enabled: true
`;
  const rows = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i)).join('');
  const whole = (changed: string) => `${tableHead}spec:
  rows:
${rows(items, (i) => row(i, i === 1 ? changed : `value ${i}`))}`;
  const enabled = `${tableHead}spec:
  rows:
${rows(items, (i) => `  - {name: row-${String(i).padStart(5, '0')}, enabled: true}\n`)}`;
  const definition: Step = { id: 's0', kind: 'crd', text: tableDefinition };
  const live = liveObject(catalog, [
    definition,
    { id: 's1', kind: 'apply', manager: 'alice', text: whole('value 1') },
    { id: 's2', kind: 'apply', manager: 'bob', text: enabled },
    { id: 's3', kind: 'status', manager: 'controller', text: `${tableHead}status:\n  ready: 3\n` },
  ]);
  const texts: PipelineTexts = {
    name: 'custom resource, with its definition',
    live,
    applied: (keystroke) => whole(`changed ${keystroke}`),
    changedLive: (keystroke) => live.replace('value: value 1\n', `value: changed ${keystroke}\n`),
    manager: 'alice',
    definition: tableDefinition,
  };
  const { definition: _, ...unknown } = texts;
  return [texts, { ...unknown, name: 'object of an unknown kind' }];
}

const tableHead = 'apiVersion: example.com/v1\nkind: Table\nmetadata:\n  name: large\n  namespace: default\n';

const tableDefinition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: tables.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Table, listKind: TableList, plural: tables, singular: table}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              rows:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string, maxLength: 253}
                    image: {type: string}
                    value: {type: string}
                    enabled: {type: boolean}
                    limits:
                      type: object
                      additionalProperties: {type: string}
          status:
            type: object
            properties:
              ready: {type: integer}
`;

/** Writes the object after these steps as kubectl prints it. */
function liveObject(catalog: TypeCatalog, steps: readonly Step[]): string {
  const scenario: Scenario = { title: '', steps };
  const { outcomes, view } = run(scenario, { catalog, selected: steps.at(-1)?.id });
  const wrong = outcomes.find(({ status }) => status === 'conflict' || status === 'error');
  if (wrong !== undefined || view?.result === undefined) throw new Error(`no object to bench with: ${wrong?.message}`);
  return view.result.text;
}

const head = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: api\n';

function deployment(containers: readonly string[]): string {
  return `${head}  labels:
    app: api
    tier: backend
spec:
  replicas: 3
  selector:
    matchLabels:
      app: api
  template:
    metadata:
      labels:
        app: api
    spec:
      containers:
${containers.join('')}`;
}

function container(index: number, tag: string): string {
  const env = Array.from(
    { length: 12 },
    (_, i) => `        - name: VARIABLE_${i}\n          value: value-${index}-${i}\n`,
  );
  return `      - name: c${index}
        image: example.com/team/image-${index}:${tag}
        args:
        - --port
        - "${8000 + index}"
        env:
${env.join('')}        ports:
        - name: p${index}
          containerPort: ${8000 + index}
        resources:
          limits:
            cpu: 500m
            memory: 256Mi
          requests:
            cpu: 100m
            memory: 128Mi
`;
}
