import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defaultVersion, loadData } from '@managed-fields/kubernetes-types';
import { chanceFrom } from '../../conformance/chance.ts';
import { readArguments, stop } from '../arguments.ts';
import { changedJson, type JsonChange, type JsonMap } from './changed-json.ts';
import { changesOf, type Definition, type Definitions, oddChange } from './wrong-values.ts';

const { values, words: files } = readArguments({
  name: 'npx tsx tools/record/cases.ts',
  about: `Adds cases to files of packages/kubernetes-types/src/validation/cases: for each field of each object, values that its
schema lets pass and the server may not. What is there already stays. refusals.ts then asks a server about them.
With --chance cases are made by chance instead: up to three fields at once, with odder values; they go to the file
chance-NAME beside the one that has the objects.`,
  options: {
    chance: { type: 'number', value: 'N', default: 0, about: 'how many cases by chance a file gets' },
    seed: { type: 'number', value: 'N', default: 1, about: 'of which seed' },
  },
  words: { name: 'FILE…', about: 'files of cases with a path and objects', there: true },
});

type Via = 'create' | 'update' | 'status' | 'approval';

interface Case extends JsonChange {
  readonly from: string;
  readonly via: string;
}

interface CaseFile {
  readonly path: string;
  readonly objects: Readonly<Record<string, JsonMap>>;
  /** How objects are sent; by default as new ones and as changed ones, and what is in the status through it. */
  readonly via?: readonly Via[];
  readonly cases: readonly Case[];
}

const data = await loadData(defaultVersion);
const definitions = data.definitions.definitions as unknown as Readonly<Record<string, Definition>>;
const find: Definitions = (name) => (Object.hasOwn(definitions, name) ? definitions[name] : undefined);

/** Changes of metadata that each kind is asked about. */
const metadata: readonly JsonChange[] = [
  { set: { '/metadata/name': 'Bad_Name' } },
  { set: { '/metadata/name': '' } },
  { set: { '/metadata/name': 'a/b' } },
  { set: { '/metadata/generateName': 'Bad_' } },
  { set: { '/metadata/generateName': 'good-' }, drop: ['/metadata/name'] },
  { set: { '/metadata/labels': { 'a b': 'x', c: 'd e' } } },
  { set: { '/metadata/annotations': { 'a b': 'x' } } },
  { set: { '/metadata/finalizers': ['nodomain'] } },
  { set: { '/metadata/finalizers': ['a/b/c'] } },
  { set: { '/metadata/finalizers': ['orphan', 'foregroundDeletion'] } },
  { set: { '/metadata/ownerReferences': [{ apiVersion: 'v1', kind: 'ConfigMap', name: '', uid: '1' }] } },
  { set: { '/metadata/generation': -1 } },
  { set: { '/metadata/resourceVersion': '12' } },
  { set: { '/metadata/uid': '12' } },
  { set: { '/metadata/creationTimestamp': '2020-01-01T00:00:00Z' } },
];

for (const name of files) {
  const source = read(name);
  const into = values.chance === 0 ? name : join(dirname(name), `chance-${basename(name)}`);
  const file = into === name ? source : existsSync(into) ? read(into) : { ...source, cases: [] };
  const known = new Set([...source.cases, ...file.cases].map(keyOf));
  const all = into === name ? made(file) : madeByChance(source, values.chance, values.seed);
  const added = all.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)) !== undefined);
  writeFileSync(into, `${JSON.stringify({ ...file, cases: [...file.cases, ...added] })}\n`);
  console.log(`${into}: ${added.length} cases added`);
}

function read(name: string): CaseFile {
  return JSON.parse(readFileSync(name, 'utf8')) as CaseFile;
}

/** Cases by chance: of one object, one to three changes in one request, each by a value of its field or an odder one. */
function madeByChance(file: CaseFile, count: number, seed: number): readonly Case[] {
  const chance = chanceFrom(seed * 7307 + file.path.length);
  const objects = Object.entries(file.objects);
  const vias = (file.via ?? [...new Set(file.cases.map(({ via }) => via as Via))]).filter((via) => !through(via));
  return Array.from({ length: count }, () => {
    const [from = '', object = {}] = objects[chance.integer(objects.length)] ?? [];
    const possible = changesOf(object, definitionOf(file.path, object), find).filter((change) =>
      isOf('create', change),
    );
    const picked = Array.from({ length: 1 + chance.integer(3) }, () => possible[chance.integer(possible.length)] ?? {});
    const changes = picked.map((change) => oddChange(chance, change));
    // A change within what another one takes away would have no place.
    const apart = changes.filter((one, i) => !changes.some((other, j) => i !== j && within(one, other)));
    const via = vias[chance.integer(vias.length)] ?? 'create';
    const set = Object.assign({}, ...apart.map((change) => change.set ?? {})) as JsonMap;
    const drop = apart.flatMap((change) => change.drop ?? []);
    return caseOf(from, via, drop.length === 0 ? { set } : { set, drop });
  });
}

function within(one: JsonChange, other: JsonChange): boolean {
  const [place, around] = [one, other].map(({ set = {}, drop = [] }) => Object.keys(set)[0] ?? drop[0] ?? '');
  return place === around || `${place}`.startsWith(`${around}/`);
}

function keyOf({ from, via, set, drop }: Case): string {
  return JSON.stringify([from, via, set, drop]);
}

function made(file: CaseFile): readonly Case[] {
  return Object.entries(file.objects).flatMap(([from, object], i) => {
    const definition = definitionOf(file.path, object);
    const plain = { set: {} };
    const changes = [...(i === 0 ? metadata : []), ...changesOf(object, definition, find)];
    const vias: readonly Via[] = file.via ?? ['create', 'update'];
    return [plain, ...changes].flatMap((change) =>
      vias
        .filter((via) => isOf(via, change))
        .filter((via) => JSON.stringify(changedJson(object, change)) !== JSON.stringify(object) || via === 'create')
        .map((via) => caseOf(from, via, through(via) ? wholeStatus(object, change) : change)),
    );
  });
}

/** What is in the status is sent through its subresource, and nothing else. */
function isOf(via: Via, { set = {}, drop = [] }: JsonChange): boolean {
  const place = Object.keys(set)[0] ?? drop[0] ?? '';
  return place.startsWith('/status') === through(via) || place === '';
}

function through(via: Via): boolean {
  return via === 'status' || via === 'approval';
}

/** A status is sent whole, whatever a controller wrote meanwhile. */
function wholeStatus(object: JsonMap, change: JsonChange): JsonChange {
  const changed = changedJson(object, change) as JsonMap;
  return { set: { '/status': changed['status'] ?? {} } };
}

function caseOf(from: string, via: Via, { set = {}, drop }: JsonChange): Case {
  return { from, via, ...(Object.keys(set).length === 0 ? {} : { set }), ...(drop === undefined ? {} : { drop }) };
}

/** The definition of the kind of an object. */
function definitionOf(path: string, object: JsonMap): Definition {
  const [group = '', version] = String(object['apiVersion']).includes('/')
    ? String(object['apiVersion']).split('/')
    : ['', String(object['apiVersion'])];
  const found = data.resources.resources.find(
    (entry) => entry.group === group && entry.version === version && entry.kind === object['kind'],
  );
  const definition = find(found?.definition ?? '');
  return definition ?? stop(`There is no kind of the objects of ${path}.`);
}
