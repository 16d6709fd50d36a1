import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  defaultVersion,
  groupVersionOf,
  type KubernetesData,
  type KubernetesVersion,
  loadData,
  patchedData,
  resourceKey,
  type VersionPatch,
  versionNamed,
  versionsOnTheWay,
} from '@managed-fields/kubernetes-types';
import { needGo, readArguments, stop } from '../arguments.ts';
import { reachServer, serverOptions } from '../record/server.ts';
import { fetchDefinitions, fetchJson } from './definitions.ts';
import { goProgram, replaceOption } from './go-program.ts';
import { fetchCustomGroups, fetchResources } from './resources.ts';

const { values } = readArguments({
  name: 'pnpm types',
  about: `Refreshes what the playground knows of the built-in kinds of the version that the server is of: definitions and resources
from the server; shapes, reset fields and the types that complaints show from small Go programs on public modules of the same
release, because no server shows them (needs Go). The default version is written whole, any other as the difference to its
neighbour, whose facts have to be there before.`,
  options: { ...serverOptions, ...replaceOption },
});
needGo('pnpm types');

const folder = fileURLToPath(new URL('../../packages/kubernetes-types/src/data', import.meta.url));
const write = (name: string, text: string) => {
  writeFileSync(resolve(folder, name), text);
  console.log(`${name}: ${text.length} characters`);
};

const server = await reachServer(values);
const { gitVersion: release }: { gitVersion: string } = await fetchJson(server, '/version');
const version = versionNamed(release);
if (version === undefined) stop(`The server is of ${release}, which is not among the known versions.`);
const customGroups = await fetchCustomGroups(server);
const definitions = { definitions: await fetchDefinitions(server, customGroups) };
const resets = goProgram('reset-fields', [], release, values.replace);
const resources = await fetchResources(server, definitions.definitions, customGroups, resets);
const schemaFile = resolve(folder, `${version}-definitions.json`);
writeFileSync(schemaFile, JSON.stringify(definitions));
const shapes = goProgram('shapes', [schemaFile], release, values.replace);
rmSync(schemaFile);

if (version === defaultVersion) {
  write(`${version}/definitions.json`, JSON.stringify(definitions));
  write(`${version}/resources.json`, resources);
  write(`${version}/shapes.json`, shapes);
} else {
  const facts: KubernetesData = { definitions, resources: JSON.parse(resources), shapes: JSON.parse(shapes) };
  write(`${version}.json`, `${JSON.stringify(difference(await neighbourOf(version), facts))}\n`);
}

writeInternalTypes(JSON.parse(goProgram('internal-types', [], release, values.replace)), version);

/** Writes the types that complaints of a version show: whole, or as what differs from those of its neighbour. */
function writeInternalTypes(types: Readonly<Record<string, unknown>>, version: KubernetesVersion): void {
  const name = 'internal-types.json';
  const known = JSON.parse(readFileSync(resolve(folder, name), 'utf8'));
  const before = [defaultVersion, ...versionsOnTheWay(version).slice(0, -1)].flatMap((each) =>
    Object.entries(known[each]),
  );
  const neighbour = Object.entries(Object.fromEntries(before)).filter(([, type]) => type !== null);
  known[version] = version === defaultVersion ? types : changed(Object.fromEntries(neighbour), types);
  const lines = Object.entries(known).map(([each, own]) => `${JSON.stringify(each)}:${JSON.stringify(own)}`);
  write(name, `{\n${lines.join(',\n')}\n}\n`);
}

/** The facts of the version that comes before on the way from the default version. */
function neighbourOf(version: KubernetesVersion): Promise<KubernetesData> {
  return loadData(versionsOnTheWay(version).at(-2) ?? defaultVersion);
}

type JsonMap = Readonly<Record<string, unknown>>;

/** The difference that makes the facts of a version of those of its neighbour; throws where it would not. */
function difference(neighbour: KubernetesData, facts: KubernetesData): VersionPatch {
  const byKey = ({ resources }: KubernetesData) =>
    Object.fromEntries(resources.resources.map((entry) => [resourceKey(entry), entry]));
  const patch: VersionPatch = {
    definitions: mergePatch(neighbour.definitions.definitions, facts.definitions.definitions),
    groupVersions: [...new Set(facts.resources.resources.map(groupVersionOf))],
    resources: changed(byKey(neighbour), byKey(facts)),
    shapes: changed(neighbour.shapes.types, facts.shapes.types),
  };
  if (!isDeepStrictEqual(patchedData(neighbour, patch).definitions, facts.definitions)) {
    throw new Error('the difference does not make the definitions: one of them holds null');
  }
  return patch;
}

/** Returns the entries that changed, each whole, and null for those that are gone. The order of keys counts. */
function changed<Entry>(
  before: Readonly<Record<string, Entry>>,
  after: Readonly<Record<string, Entry>>,
): Readonly<Record<string, Entry | null>> {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return {
    ...Object.fromEntries(
      Object.entries(after).filter(([key, entry]) => JSON.stringify(before[key]) !== JSON.stringify(entry)),
    ),
    ...Object.fromEntries(gone.map((key) => [key, null])),
  };
}

/** The JSON merge patch from one object to another. */
function mergePatch(before: JsonMap, after: JsonMap): JsonMap {
  const patch: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (isDeepStrictEqual(old, value)) continue;
    patch[key] = isMap(old) && isMap(value) ? mergePatch(old, value) : value;
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  return patch;
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
