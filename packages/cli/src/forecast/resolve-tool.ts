import { type AskedTool, findTool, type Manifest, objectsIn } from '@managed-fields/forecast';
import { terminalLine } from '@managed-fields/foreign-text';
import type { ValueMap } from '@managed-fields/merge-engine';
import { defaultVersions, programOfManager, type ToolChoice, type ToolNote } from '@managed-fields/tools/programs';
import type { Io } from '../io.ts';
import type { ForecastOptions } from './options.ts';
import { mostOfManifests, readFiles, textOf } from './read-files.ts';
import { optionOf, optionProblem, toolNames } from './tool-options.ts';

/** The tool that was asked for, or that --manager means; undefined where the dump is to say it. */
export function askedTool({ tool, clientSide, manager }: ForecastOptions): AskedTool | undefined {
  const none = { name: 'none', version: '' } as const;
  if (tool !== undefined) return tool;
  if (clientSide) return none;
  if (manager === '') return undefined;
  const name = programOfManager(manager);
  return name === undefined ? none : { name, version: defaultVersions[name] };
}

/** What is known of the tool before the dump is read. */
export function provisionalTool(
  asked: AskedTool | undefined,
  { toolOptions }: ForecastOptions,
): { readonly tool?: ToolChoice } {
  if (asked?.name === 'none') return {};
  const options = new Map(toolOptions.map(optionOf));
  return { tool: { name: asked?.name ?? 'kubectl', version: asked?.version ?? '', options } };
}

/** The tool with all that it is told, or why it cannot be played. */
export async function toolOf(
  asked: AskedTool | undefined,
  { toolOptions, previous, force, manager, tool }: ForecastOptions,
  manifests: readonly Manifest[],
  live: readonly ValueMap[],
  io: Io,
): Promise<{ readonly tool: ToolChoice | undefined } | { readonly usage: string }> {
  const given = previous.length === 0 ? undefined : await readFiles(previous, io, mostOfManifests);
  if (given?.kind === 'failure') return { usage: given.message };
  const told = {
    options: new Map(toolOptions.map(optionOf)),
    previous: given?.files.flatMap(({ bytes }) => objectsIn(textOf(bytes))),
    manifests: manifests.flatMap((each) => (each.kind === 'object' ? [each.value] : [])),
    ...{ force, manager },
  };
  const found = findTool(asked, told, live);
  switch (found.kind) {
    case 'none':
      return { tool: undefined };
    case 'unknown': {
      const names = toolNames.join(', ');
      return { usage: `--tool NAME is missing, one of ${names}: no manager in the dump says which it is` };
    }
    case 'several':
      return { usage: `--tool NAME is missing: the dump has objects of ${found.names.join(' and ')}` };
    case 'missing':
      return { usage: missingWords[found.option] };
    case 'unreadable':
      return {
        usage:
          found.form === 'expression'
            ? `--tool-option ${found.option}: the jq expression ${JSON.stringify(found.part)} is not played: only fields, indexes, [], ?, pipes, commas, and select are`
            : `--tool-option ${found.option} is no ${formWords[found.form]}`,
      };
    case 'tool': {
      const { name, version } = found.tool;
      const problem = optionProblem(name, toolOptions);
      if (problem !== undefined) return { usage: problem };
      if (tool === undefined) io.stderr.write(`Played as ${name} ${version}; --tool names another.\n`);
      for (const note of found.notes) io.stderr.write(`${terminalLine(noteWords(note))}\n`);
      return { tool: found.tool };
    }
  }
}

const missingWords = {
  kustomization: '--tool-option kustomization=NAMESPACE/NAME is missing: the labels that Flux gives its objects',
  helmrelease: '--tool-option helmrelease=NAMESPACE/NAME is missing: the labels that Flux gives the objects of a chart',
  release: '--tool-option release=NAME is missing: the annotations that Helm gives its objects',
} as const;

const formWords = {
  rules: 'JSON list of rules such as [{"paths": ["/spec/replicas"]}]',
  differences:
    'list of rules as in spec.ignoreDifferences of an Application, such as [{"kind": "Deployment", "group": "apps", "jsonPointers": ["/spec/replicas"]}]',
  revision: 'number of a revision: 0 is the one before the last',
  paths: 'list of fields between commas such as metadata.labels,data["key"]',
} as const;

const reasons: Readonly<Record<ToolNote['why'], string>> = {
  marked: 'as the live objects say',
  applied: 'as the live objects were applied',
  manager: 'as --manager says',
  application: 'as the Application in the dump says',
  'only-release': 'the one release of the dump',
};

function noteWords({ option, value, why }: ToolNote): string {
  return `${option}=${value}, ${reasons[why]}`;
}
