import { readArgoRules } from './argo-ignore.ts';
import { readIgnoreRules } from './flux-ignore.ts';
import { programOptions, type ToolOption } from './options.ts';
import type { ProgramName } from './run-tool.ts';
import { readTfPath } from './terraform-type.ts';

/** An option whose text is not what the tool reads there. */
export interface UnreadableOption {
  readonly option: string;
  /** `expression`: one within the rules is of a form that is not played. */
  readonly form: NonNullable<ToolOption['form']> | 'expression';
  /** The expression that is meant; empty for the whole text. */
  readonly part: string;
}

/** The first option of a tool that cannot be read; undefined where all can. */
export function unreadableOption(
  name: ProgramName,
  options: ReadonlyMap<string, string>,
): UnreadableOption | undefined {
  for (const { name: option, form } of programOptions[name]) {
    const text = options.get(option);
    const problem = form === undefined || text === undefined ? undefined : problemOf(form, text);
    if (problem !== undefined) return { option, ...problem };
  }
  return undefined;
}

function problemOf(
  form: NonNullable<ToolOption['form']>,
  text: string,
): Pick<UnreadableOption, 'form' | 'part'> | undefined {
  const problem = { form, part: '' };
  switch (form) {
    case 'rules':
      return readIgnoreRules(text) === undefined ? problem : undefined;
    case 'differences': {
      const read = readArgoRules(text);
      if (read.kind === 'unplayed') return { form: 'expression', part: read.expression };
      return read.kind === 'rules' ? undefined : problem;
    }
    case 'revision':
      // Upstream: helm pkg/cmd/rollback.go by strconv.Atoi, and pkg/action/rollback.go errInvalidRevision.
      return /^\+?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? undefined : problem;
    case 'paths':
      return text.split(',').every((each) => readTfPath(each.trim()) !== undefined) ? undefined : problem;
  }
}
