import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  defaultVersion,
  isJsonMap,
  type JsonMap,
  type KubernetesVersion,
  kubernetesVersions,
  loadData,
  releases,
  versionsOnTheWay,
} from '@managed-fields/kubernetes-types';
import { needGo, readArguments } from '../arguments.ts';

readArguments({
  name: 'npx tsx tools/types/descriptions.ts',
  about: `Writes what Kubernetes says of the fields of its own kinds, which kubectl explain prints: for each version the texts that its
release publishes in api/openapi-spec of its public module (needs Go), the default version whole, any other as the difference to
its neighbour. What pnpm types writes of the versions has to be there before.`,
  options: {},
});
needGo('npx tsx tools/types/descriptions.ts');

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const folder = fileURLToPath(new URL('../../packages/kubernetes-types/src/data/descriptions/', import.meta.url));
const texts = new Map<KubernetesVersion, Texts>();
for (const version of kubernetesVersions) texts.set(version, await textsOf(version));
for (const version of kubernetesVersions) {
  const own = texts.get(version) ?? {};
  const neighbour = version === defaultVersion ? {} : texts.get(versionsOnTheWay(version).at(-2) ?? defaultVersion);
  const text = `${JSON.stringify(changed(neighbour ?? {}, own))}\n`;
  writeFileSync(`${folder}${version}.json`, text);
  console.log(`${version}: ${text.length} characters`);
}

/** The texts of a version, by definition and field; the one of a definition itself stands under the empty name. */
async function textsOf(version: KubernetesVersion): Promise<Texts> {
  const { Dir } = JSON.parse(go('mod', 'download', '-json', `k8s.io/kubernetes@${releases[version]}`)) as {
    Dir: string;
  };
  const specs = `${Dir}/api/openapi-spec/v3/`;
  const found: Record<string, JsonMap> = {};
  for (const file of readdirSync(specs)) {
    const { components } = JSON.parse(readFileSync(`${specs}${file}`, 'utf8')) as {
      components?: { schemas?: Record<string, JsonMap> };
    };
    Object.assign(found, components?.schemas);
  }
  const withValues = valueTexts(readFileSync(`${Dir}/pkg/generated/openapi/zz_generated.openapi.go`, 'utf8'));
  const { definitions } = (await loadData(version)).definitions;
  const names = Object.keys(definitions).sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const own = found[name];
      if (own === undefined) throw new Error(`${version} publishes nothing of ${name}`);
      const fields = isJsonMap(own['properties']) ? Object.entries(own['properties']) : [];
      const said = [['', own] as const, ...fields].flatMap(([field, schema]) => {
        const text = isJsonMap(schema) ? schema['description'] : undefined;
        const values = valuesOf(definitions[name], field);
        if (typeof text !== 'string') return [];
        return [[field, (values && withValues.get(`${typeOf(name)}\n${text.trimEnd()}\n${values}`)) ?? text] as const];
      });
      return [[name, Object.fromEntries(said)] as const];
    }),
  );
}

/** The values of a field that has some and no others, sorted; undefined for other fields. */
function valuesOf(definition: unknown, field: string): string | undefined {
  const properties = isJsonMap(definition) ? definition['properties'] : undefined;
  const schema = isJsonMap(properties) ? properties[field] : undefined;
  const values = isJsonMap(schema) ? schema['enum'] : undefined;
  return Array.isArray(values) ? values.map(String).sort().join() : undefined;
}

/** The group, version and kind of a definition, by which upstream's code calls its schema: `core_v1_Pod`. */
function typeOf(name: string): string {
  return name.split('.').slice(-3).join('_');
}

/**
 * The texts of such fields with what a server says of each value, by the type, the text without and the values: the published
 * documents are without.
 */
function valueTexts(source: string): ReadonlyMap<string, string> {
  const schemas = source.split('\nfunc schema_').slice(1);
  const texts = schemas.flatMap((code) => {
    const type = code.slice(0, code.indexOf('(')).split('_').slice(-3).join('_');
    const found = code.matchAll(/Description: +("(?:[^"\\]|\\.)*Possible enum values:(?:[^"\\]|\\.)*")/g);
    return [...found].map(([, quoted = '""']) => {
      const whole = JSON.parse(quoted) as string;
      const [text = '', values = ''] = whole.split('\n\nPossible enum values:');
      const named = [...values.matchAll(/^ - `"([^"]*)"`/gm)].map(([, value]) => value);
      return [`${type}\n${text.trimEnd()}\n${named.sort().join()}`, whole] as const;
    });
  });
  return new Map(texts);
}

/** The difference of texts to those of a neighbour; null stands for what went. */
function changed(before: Texts, after: Texts): JsonMap {
  return differing(before, after, (old, own) => differing(old ?? {}, own, (_, text) => text));
}

function differing<Old, Part>(
  before: Readonly<Record<string, Old>>,
  after: Readonly<Record<string, Old>>,
  part: (old: Old | undefined, own: Old) => Part,
): JsonMap {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return Object.fromEntries([
    ...gone.map((name) => [name, null] as const),
    ...Object.entries(after).flatMap(([name, own]) =>
      isDeepStrictEqual(before[name], own) ? [] : [[name, part(before[name], own)] as const],
    ),
  ]);
}

function go(...words: readonly string[]): string {
  const run = spawnSync('go', words, {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'auto' },
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}
