import type { AskedTool } from '@managed-fields/forecast';
import { defaultVersions, type ProgramName, programOptions, programs } from '@managed-fields/tools/programs';

/** The names that `--tool` takes. */
export const toolNames: readonly string[] = [...Object.keys(programs), 'none'];

/** Reads `NAME[@VERSION]`; undefined where there is no such tool. */
export function readTool(text: string): AskedTool | undefined {
  const at = text.indexOf('@');
  const name = at < 0 ? text : text.slice(0, at);
  if (name === 'none') return { name, version: '' };
  if (!isProgram(name)) return undefined;
  const version = at < 0 ? defaultVersions[name] : text.slice(at + 1);
  return { name, version: version.startsWith('v') ? version : `v${version}` };
}

function isProgram(name: string): name is ProgramName {
  return Object.hasOwn(programs, name);
}

/** An option as it was given: `NAME=VALUE`, or `NAME` alone for `true`. */
export function optionOf(given: string): readonly [name: string, value: string] {
  const at = given.indexOf('=');
  return at < 0 ? [given, 'true'] : [given.slice(0, at), given.slice(at + 1)];
}

/** A sentence about an option that a tool does not have; undefined where it has all of them. */
export function optionProblem(name: AskedTool['name'], given: readonly string[]): string | undefined {
  const known = name === 'none' ? [] : programOptions[name].map((each) => each.name);
  const wrong = given.map((each) => optionOf(each)[0]).find((option) => !known.includes(option));
  if (wrong === undefined) return undefined;
  const has = known.length === 0 ? 'has no options' : `has ${known.join(', ')}`;
  return `--tool ${name} has no option ${wrong}: it ${has}`;
}
