import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { compact } from './compact.ts';
import type { Source } from './modules.ts';

/** A definition, and where it was found. */
export interface Found {
  readonly source: Source;
  /** The part of the definition that is kept. */
  readonly definition: ValueMap;
}

/** A file to write. */
export interface MadeFile {
  readonly name: string;
  readonly text: string;
}

const generated = "// Made by `pnpm known`.\nimport type { CompactFile } from '../compact-file.ts';\n";

/**
 * The files of the data: one a group and version, in which each definition stands whole under the version that it is
 * stored in; `index.json`, which says what is in them; and the modules that import them, when needed and all at once.
 */
export function filesOf(sources: readonly Source[], found: readonly Found[]): readonly MadeFile[] {
  const files = new Map<string, Found[]>();
  for (const each of found) {
    const name = fileNameOf(each.definition);
    files.set(name, [...(files.get(name) ?? []), each]);
  }
  const names = [...files.keys()].sort();
  const projects = sources.map(({ project, version, module }) => ({ project, release: version, module }));
  const definitions = names.flatMap((name) => (files.get(name) ?? []).map((each) => rowOf(name, sources, each)));
  const imports = names.map((name) => `  '${name}': () => import('./${name}.json', { with: { type: 'json' } }),\n`);
  const constants = names.map((name, i) => `import file${i} from './${name}.json' with { type: 'json' };\n`);
  const entries = names.map((name, i) => `  '${name}': file${i},\n`);
  return [
    ...names.map((name) => ({ name: `${name}.json`, text: definitionsText(files.get(name) ?? []) })),
    { name: 'index.json', text: `{"projects":${linesOf(projects)},"definitions":${linesOf(definitions)}}\n` },
    {
      name: 'files.ts',
      text: `${generated}/** The files of definitions, each fetched when it is needed. */\nexport const files: Readonly<Record<string, () => Promise<{ readonly default: CompactFile }>>> = {\n${imports.join('')}};\n`,
    },
    {
      name: 'all.ts',
      text: `${generated}${constants.join('')}\n/** The files of definitions, all of them. */\nexport const all: Readonly<Record<string, CompactFile>> = {\n${entries.join('')}};\n`,
    },
  ];
}

/** The file of a definition: its group, and the version that its objects are stored in. */
function fileNameOf(definition: ValueMap): string {
  const stored = versionsOf(definition).find((version) => version.get('storage') === true);
  return `${stringAt(mapAt(definition, 'spec'), 'group')}_${stringAt(stored, 'name')}`;
}

function rowOf(file: string, sources: readonly Source[], { source, definition }: Found): object {
  const spec = mapAt(definition, 'spec');
  const names = mapAt(spec, 'names');
  const kind = stringAt(names, 'kind') ?? '';
  const singular = stringAt(names, 'singular') ?? kind.toLowerCase();
  const shortNames = listAt(names, 'shortNames') ?? [];
  const served = versionsOf(definition).filter((version) => version.get('served') === true);
  const versions = served.map((version) => stringAt(version, 'name'));
  return {
    // What is left out here and below is the rule: the file of the first version, the kind in small letters, no short names.
    ...(file === `${stringAt(spec, 'group')}_${versions[0]}` ? {} : { file }),
    project: sources.indexOf(source),
    name: stringAt(mapAt(definition, 'metadata'), 'name'),
    kind,
    ...(singular === kind.toLowerCase() ? {} : { singular }),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    namespaced: stringAt(spec, 'scope') === 'Namespaced',
    versions,
  };
}

function definitionsText(found: readonly Found[]): string {
  const { shared, definitions } = compact(found.map(({ definition }) => definition));
  return `{"shared":[\n${shared.join(',\n')}\n],"definitions":[\n${definitions.join(',\n')}\n]}\n`;
}

function linesOf(rows: readonly object[]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
}

function versionsOf(definition: ValueMap): readonly ValueMap[] {
  return (listAt(mapAt(definition, 'spec'), 'versions') ?? []).filter(isMap);
}
