import type { Manifest, ToolChoice } from '@managed-fields/forecast';
import { terminalLine } from '@managed-fields/foreign-text';
import { metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { defaultVersions } from '@managed-fields/tools/programs';
import type { Io } from '../io.ts';
import type { ForecastOptions } from './options.ts';
import { readFiles, textOf } from './read-files.ts';
import {
  type AskedTool,
  foundTool,
  objectsOf,
  readToolOptions,
  toolNames,
  toolOfName,
  toolsIn,
} from './tool-options.ts';

/** The tool that was asked for, or that --manager means; undefined where the dump is to say it. */
export function askedTool({ tool, clientSide, manager }: ForecastOptions): AskedTool | undefined {
  const none = { name: 'none', version: '' } as const;
  if (tool !== undefined) return tool;
  if (clientSide) return none;
  if (manager === '') return undefined;
  const name = toolOfName(manager);
  return name === undefined ? none : { name, version: defaultVersions[name] };
}

/** What is known of the tool before the dump is read. */
export function provisionalTool(
  asked: AskedTool | undefined,
  { toolOptions }: ForecastOptions,
): { readonly tool?: ToolChoice } {
  if (asked?.name === 'none') return {};
  const options = new Map(toolOptions.map((each) => [each.split('=')[0] ?? '', '']));
  return { tool: { name: asked?.name ?? 'kubectl', version: asked?.version ?? '', options } };
}

/** The tool with all that it is told, or why it cannot be played. */
export async function toolOf(
  asked: AskedTool | undefined,
  options: ForecastOptions,
  manifests: readonly Manifest[],
  live: readonly ValueMap[],
  io: Io,
): Promise<{ readonly tool: ToolChoice | undefined } | { readonly usage: string }> {
  if (asked?.name === 'none') return { tool: undefined };
  const values = manifests.flatMap((each) => (each.kind === 'object' ? [each.value] : []));
  const key = (object: ValueMap) => `${stringAt(object, 'kind') ?? ''}/${metadataText(object, 'name')}`;
  const own = new Set(values.map(key));
  const met = live.filter((object) => own.has(key(object)));
  const fitting = asked === undefined ? toolsIn(met) : [];
  const [only, other] = fitting;
  if (asked === undefined && only === undefined) {
    return { usage: `--tool NAME is missing, one of ${toolNames.join(', ')}: no manager in the dump says which it is` };
  }
  if (asked === undefined && other !== undefined) {
    return { usage: `--tool NAME is missing: the dump has objects of ${fitting.join(' and ')}` };
  }
  const name = asked?.name ?? only;
  if (name === undefined) return { tool: undefined };
  const version = asked?.version ?? defaultVersions[name];
  if (options.tool === undefined) io.stderr.write(`Played as ${name} ${version}; --tool names another.\n`);
  const read = readToolOptions({ name, version }, options.toolOptions);
  if (read.kind === 'usage') return { usage: read.message };
  const previous = options.previous.length === 0 ? undefined : await readFiles(options.previous, io);
  if (previous?.kind === 'failure') return { usage: previous.message };
  const told = {
    options: read.options,
    previous: previous?.files.flatMap(({ bytes }) => objectsOf(textOf(bytes))),
    manifests: values,
    force: options.force,
    manager: options.manager,
  };
  const found = foundTool({ name, version }, told, live);
  if ('missing' in found) return { usage: found.missing };
  for (const note of found.notes) io.stderr.write(`${terminalLine(note)}\n`);
  return { tool: found.tool };
}
