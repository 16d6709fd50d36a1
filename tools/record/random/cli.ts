import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalog } from '../../../conformance/replay/catalog.ts';
import { readArguments, stop } from '../../arguments.ts';
import { crdScenario } from './crd-scenario.ts';
import { definitionScenario, readDefinitions } from './definition-scenario.ts';
import { exoticScenario } from './exotic/scenario.ts';
import { installedScenario } from './installed/scenario.ts';
import { builtinScenario, type Planned, randomKinds } from './scenario.ts';
import { usersScenario } from './users.ts';

const { values } = readArguments({
  name: 'npx tsx tools/record/random/cli.ts',
  about: `Writes random scenarios as trace files without answers, for pnpm record to play on a real server. A seed always gives the
same scenario with the same engine.`,
  options: {
    kind: {
      type: 'string',
      value: 'KIND',
      default: 'builtin',
      about: 'builtin, crd, exotic, installed, users or validation',
    },
    definition: {
      type: 'string',
      value: 'FILE',
      multiple: true,
      about: 'makes scenarios of each CustomResourceDefinition in a YAML file instead',
    },
    steps: { type: 'number', value: 'N', default: 24, about: 'how many steps those of a definition have at least' },
    seeds: { type: 'string', value: 'A-B', default: '1-20', about: 'a scenario is made of each seed' },
    out: { type: 'string', value: 'FOLDER', default: 'random', about: 'where the files are written' },
  },
});

const [first = 1, last = first] = values.seeds.split('-').map(Number);
const catalog = await loadCatalog();
mkdirSync(values.out, { recursive: true });
const definitions = values.definition.flatMap(readDefinitions);
for (let seed = first; seed <= last; seed++) {
  if (definitions.length === 0) write(scenario(values.kind, seed));
  for (const each of definitions) write(definitionScenario(catalog, each, seed, values.steps));
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
    case 'exotic':
      return exoticScenario(catalog, randomKinds, seed);
    case 'installed':
      return installedScenario(catalog, seed);
    case 'users':
      return usersScenario(seed);
    default:
      return stop(
        `There are no scenarios of kind ${kind}, but of builtin, crd, exotic, installed, users and validation.`,
      );
  }
}
