import { parseJson } from '@managed-fields/merge-engine';
import { printYaml } from '@managed-fields/source';
import { type Chance, chanceFrom } from '../chance.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * A CustomResourceDefinition of about so many UTF-16 code units, as large operators ship them: one version, objects in
 * objects, lists of all types, and a description for nearly every field. The same seed gives the same text.
 */
export function definitionText(length: number, seed: number): string {
  const chance = chanceFrom(seed);
  const properties: Record<string, Schema> = {};
  // Below the root of a definition everything stands deeper than by itself.
  for (let written = 0, field = 0; written < length; field++) {
    // Small ones at the end, so that the length is met.
    const schema = objectSchema(chance, written < length / 2 ? 1 : 5);
    properties[`${chance.pick(names)}${field}`] = schema;
    written += printed(schema).length * 1.41;
  }
  return printed({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'monitors.example.com', annotations: { 'controller-gen.kubebuilder.io/version': 'v0.19.0' } },
    spec: {
      group: 'example.com',
      names: {
        categories: ['monitoring'],
        kind: 'Monitor',
        listKind: 'MonitorList',
        plural: 'monitors',
        singular: 'monitor',
      },
      scope: 'Namespaced',
      versions: [
        {
          additionalPrinterColumns: [
            { description: 'How many there are', jsonPath: '.status.replicas', name: 'Ready', type: 'integer' },
          ],
          name: 'v1',
          schema: {
            openAPIV3Schema: {
              description: sentences(chance, 3),
              properties: {
                apiVersion: { description: sentences(chance, 3), type: 'string' },
                kind: { description: sentences(chance, 3), type: 'string' },
                metadata: { type: 'object' },
                spec: { description: sentences(chance, 2), properties, type: 'object' },
                status: { ...objectSchema(chance, 2), 'x-kubernetes-preserve-unknown-fields': true },
              },
              required: ['spec'],
              type: 'object',
            },
          },
          served: true,
          storage: true,
          subresources: { status: {} },
        },
      ],
    },
  });
}

function printed(value: Schema): string {
  const read = parseJson(JSON.stringify(value));
  if (read.kind === 'error') throw new Error(read.message);
  return printYaml(read.value).text;
}

/** The number of levels at which objects stand in objects, from a field of spec. */
const deepest = 8;

function objectSchema(chance: Chance, depth: number): Schema {
  const count = 3 + chance.integer(6);
  const fields = Array.from({ length: count }, (_, i) => `${chance.pick(names)}${i === 0 ? '' : chance.pick(endings)}`);
  const chosen = [...new Set(fields)].sort();
  return {
    description: sentences(chance, 1 + chance.integer(3)),
    properties: Object.fromEntries(chosen.map((name) => [name, fieldSchema(chance, depth + 1)])),
    ...(chance.once(2) ? { required: [chosen[0]] } : {}),
    type: 'object',
  };
}

function fieldSchema(chance: Chance, depth: number): Schema {
  const inside = depth < deepest ? chance.integer(10) : 3 + chance.integer(7);
  if (inside < 2) return objectSchema(chance, depth);
  const description = sentences(chance, 1 + chance.integer(4));
  switch (inside) {
    case 2:
      return keyedList(chance, depth, description);
    case 3:
      return { description, items: { type: 'string' }, type: 'array', 'x-kubernetes-list-type': 'set' };
    case 4:
      return { additionalProperties: { type: 'string' }, description, type: 'object' };
    case 5:
      return { description, enum: ['Always', 'IfNotPresent', 'Never', ''], type: 'string' };
    case 6:
      return { description, maxLength: 253, minLength: 1, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', type: 'string' };
    case 7:
      return {
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        description,
        pattern: quantity,
        'x-kubernetes-int-or-string': true,
      };
    case 8:
      return { default: 30, description, format: 'int32', maximum: 86_400, minimum: 0, type: 'integer' };
    default:
      return { description, type: chance.pick(['boolean', 'string']) };
  }
}

/** A list whose items are told apart by their name. */
function keyedList(chance: Chance, depth: number, description: string): Schema {
  const item = objectSchema(chance, depth + 1);
  return {
    description,
    items: {
      ...item,
      properties: { ...Object(item['properties']), name: { description: sentences(chance, 1), type: 'string' } },
      required: ['name'],
    },
    type: 'array',
    'x-kubernetes-list-map-keys': ['name'],
    'x-kubernetes-list-type': 'map',
  };
}

const quantity =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** Sentences as generators copy them from Go's comments: wrapped at some width, with an example now and then. */
function sentences(chance: Chance, count: number): string {
  const lines = Array.from({ length: count }, () => {
    const said = Array.from({ length: 8 + chance.integer(14) }, () => chance.pick(prose)).join(' ');
    return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}${chance.once(9) ? ": e.g. 'a: b'" : '.'}`;
  });
  return lines.join(chance.once(3) ? '\n' : ' ');
}

const names = [
  'affinity',
  'args',
  'config',
  'containers',
  'endpoint',
  'env',
  'image',
  'interval',
  'limits',
  'mount',
  'namespace',
  'policy',
  'port',
  'probe',
  'queue',
  'remote',
  'replicas',
  'retention',
  'rules',
  'scrape',
  'secret',
  'security',
  'selector',
  'storage',
  'template',
  'timeout',
  'tls',
  'volume',
] as const;

const endings = ['', 'Config', 'From', 'Name', 'Options', 'Policy', 'Ref', 'Selector', 'Spec', 'Template'] as const;

const prose = [
  'a',
  'all',
  'and',
  'are',
  'be',
  'by',
  'container',
  'controller',
  'default',
  'defines',
  'each',
  'field',
  'for',
  'from',
  'how',
  'if',
  'in',
  'is',
  'it',
  'label',
  'must',
  'name',
  'namespace',
  'not',
  'object',
  'of',
  'only',
  'optional',
  'or',
  'resource',
  'should',
  'specified',
  'that',
  'the',
  'this',
  'to',
  'used',
  'value',
  'when',
  'which',
  'will',
  'with',
] as const;
