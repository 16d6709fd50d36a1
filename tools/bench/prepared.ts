import { readFileSync } from 'node:fs';
import { type Definitions, formatJson, isMap, mapFromPlain, type ValueMap } from '@managed-fields/merge-engine';
import { type FuzzKinds, fuzzKinds } from '../../conformance/upstream/kinds.ts';
import { operate } from '../../conformance/upstream/sequence.ts';
import type { Json, Workload } from './workloads.ts';

/** The four operations that every workload is timed on. */
export const operations = ['create', 'apply', 'apply twice', 'update'] as const;
export type OperationName = (typeof operations)[number];

/** One operation on one workload, ready to be timed by either engine. */
export interface Prepared {
  readonly workload: Workload;
  readonly operation: OperationName;
  readonly kinds: FuzzKinds;
  /** The definitions as the partner is sent them: JSON, or the name under which it has loaded them. */
  readonly definitions: string;
  readonly live: ValueMap | undefined;
  readonly object: ValueMap;
  readonly write: 'apply' | 'update';
  readonly manager: string;
}

const builtinFile = new URL('../../packages/kubernetes-types/src/data/v1.36/definitions.json', import.meta.url);

/** The built-in kinds' definitions as JSON text. */
export function builtinDefinitions(): string {
  const file: { definitions: unknown } = JSON.parse(readFileSync(builtinFile, 'utf8'));
  return JSON.stringify(file.definitions);
}

const table: Json = {
  Table: {
    type: 'object',
    'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Table' }],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          uid: { type: 'string' },
          managedFields: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      },
      spec: {
        type: 'object',
        properties: {
          rows: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
            items: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                value: { type: 'string' },
                labels: { type: 'object', additionalProperties: { type: 'string' } },
                tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
              },
            },
          },
        },
      },
    },
  },
};

const roots: Readonly<Record<string, string>> = {
  Pod: 'io.k8s.api.core.v1.Pod',
  Node: 'io.k8s.api.core.v1.Node',
  Deployment: 'io.k8s.api.apps.v1.Deployment',
};

/** The timed operations of a workload, from a live object that its managers already share. */
export function prepare(workload: Workload, builtin: Definitions): readonly Prepared[] {
  const { apiVersion, kind } = workload;
  const custom = kind === 'Table';
  const definitions = custom ? definitionsOf(table) : builtin;
  const kinds = fuzzKinds(definitions, apiVersion, () => (custom ? 'Table' : roots[kind]));
  const [object, change] = [mapFromPlain(workload.object), mapFromPlain(workload.change)];
  const live = shared(kinds, workload, object);
  const appliedOnce = operate(kinds, live, { operation: 'apply', manager: 'second', force: false, object: change });
  const base = { workload, kinds, definitions: custom ? JSON.stringify(table) : '"builtin"' };
  return [
    { ...base, operation: 'create', live: undefined, object, write: 'apply', manager: 'first' },
    { ...base, operation: 'apply', live, object: change, write: 'apply', manager: 'second' },
    { ...base, operation: 'apply twice', live: appliedOnce, object: change, write: 'apply', manager: 'second' },
    { ...base, operation: 'update', live, object: touched(object), write: 'update', manager: 'updater' },
  ];
}

/** A live object that the first manager made and the others each share a row of. */
function shared(kinds: FuzzKinds, workload: Workload, object: ValueMap): ValueMap {
  let live = operate(kinds, undefined, { operation: 'apply', manager: 'first', force: false, object });
  for (let i = 1; i < workload.managers; i++) {
    const part = mapFromPlain({
      apiVersion: workload.apiVersion,
      kind: workload.kind,
      metadata: { name: 'table' },
      spec: { rows: [{ name: `item-${String(i % 100).padStart(6, '0')}`, value: 'v' }] },
    });
    live = operate(kinds, live, { operation: 'apply', manager: `manager-${i}`, force: false, object: part });
  }
  return live;
}

/** The object with some of its strings changed, as an update would. */
function touched(value: ValueMap): ValueMap {
  const text = formatJson(value).replaceAll('image:1', 'image:2').replaceAll('"value":"v"', '"value":"w"');
  return mapFromPlain(JSON.parse(text.replaceAll('2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z')));
}

/** Definitions that the engine reads of a JSON object of schemas. */
export function definitionsOf(json: Json): Definitions {
  return new Map([...mapFromPlain(json)].flatMap(([name, schema]) => (isMap(schema) ? [[name, schema] as const] : [])));
}
