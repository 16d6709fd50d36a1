import { readIgnoreRules } from './flux-ignore.ts';
import { programOptions, type ToolOption } from './options.ts';
import type { ProgramName } from './run-tool.ts';
import { readTfPath } from './terraform-type.ts';

/** An option whose text is not what the tool reads there. */
export interface UnreadableOption {
  readonly option: string;
  readonly form: NonNullable<ToolOption['form']>;
}

/** The first option of a tool that cannot be read; undefined where all can. */
export function unreadableOption(
  name: ProgramName,
  options: ReadonlyMap<string, string>,
): UnreadableOption | undefined {
  for (const { name: option, form } of programOptions[name]) {
    const text = options.get(option);
    if (form !== undefined && text !== undefined && !isReadable(form, text)) return { option, form };
  }
  return undefined;
}

function isReadable(form: UnreadableOption['form'], text: string): boolean {
  if (form === 'rules') return readIgnoreRules(text) !== undefined;
  return text.split(',').every((each) => readTfPath(each.trim()) !== undefined);
}
