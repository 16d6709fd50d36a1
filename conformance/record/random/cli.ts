import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCatalog } from '../../replay/catalog.ts';
import { crdScenario } from './crd-scenario.ts';
import { definitionScenario, readDefinitions } from './definition-scenario.ts';
import { builtinScenario, type Planned } from './scenario.ts';

/**
 * `tsx conformance/record/random/cli.ts --kind builtin|crd|validation --seeds A-B --out FOLDER` writes random
 * scenarios as trace files without answers, for `pnpm record` to play on a real server. A seed always gives the same
 * scenario with the same engine. `--definition FILE [--steps N]` makes scenarios of each CustomResourceDefinition in a
 * YAML file instead, each of at least N steps.
 */
const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'builtin' },
    definition: { type: 'string', multiple: true },
    steps: { type: 'string', default: '24' },
    seeds: { type: 'string', default: '1-20' },
    out: { type: 'string', default: 'random' },
  },
});

const [first = 1, last = first] = values.seeds.split('-').map(Number);
const catalog = await loadCatalog();
mkdirSync(values.out, { recursive: true });
const definitions = values.definition?.flatMap(readDefinitions);
for (let seed = first; seed <= last; seed++) {
  if (definitions === undefined) write(scenario(values.kind, seed));
  for (const each of definitions ?? []) write(definitionScenario(catalog, each, seed, Number(values.steps)));
}

function write(planned: Planned): void {
  const steps = planned.steps.map((step) => JSON.stringify(step)).join(',\n');
  const head = `"name":${JSON.stringify(planned.name)},"about":${JSON.stringify(planned.about)}`;
  const text = `{${head},"kubernetes":"","tags":${JSON.stringify(planned.tags)},"steps":[\n${steps}\n]}\n`;
  writeFileSync(join(values.out, `${planned.name}.json`), text);
}

function scenario(kind: string, seed: number): Planned {
  switch (kind) {
    case 'builtin':
    case 'validation':
      return builtinScenario(catalog, seed, kind);
    case 'crd':
      return crdScenario(catalog, seed);
    default:
      throw new Error(`no scenarios of kind ${kind}: builtin, crd or validation`);
  }
}
