import type { AskedTool } from '@managed-fields/forecast';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { hasColour, type Io } from '../io.ts';
import { oneOf, playedVersion, readOptions } from '../options.ts';
import { pageAddress } from '../page-address.ts';
import { optionProblem, readTool, toolNames } from './tool-options.ts';
import { expectationProblem, type FailOn, readFailOn } from './verdict.ts';

/** The formats that a forecast is printed in. */
export type ForecastFormat = 'text' | 'markdown' | 'json' | 'sarif';

/** What the arguments of `forecast` come to. */
export interface ForecastOptions {
  readonly live: readonly string[];
  readonly apply: readonly string[];
  /** Empty where the tool says which one it is. */
  readonly manager: string;
  /** Undefined where it is to be guessed. */
  readonly tool: AskedTool | undefined;
  readonly toolOptions: readonly string[];
  readonly previous: readonly string[];
  /** What makes the exit code 1; undefined: what conflicts and what is refused. */
  readonly failOn: ReadonlySet<FailOn> | undefined;
  readonly expect: readonly string[];
  /** Whether JSON has each object as it would stand. */
  readonly objects: boolean;
  readonly force: boolean;
  readonly clientSide: boolean;
  readonly namespace: string;
  readonly hooks: 'left-out' | 'applied';
  readonly output: ForecastFormat;
  /** The address of the playground that a link opens; undefined where none is asked for. */
  readonly page: string | undefined;
  readonly colour: boolean;
  readonly kubernetes: PlayedVersion;
}

/** Reads the arguments of `forecast`, or says why they cannot be used. */
export function forecastOptions(
  args: readonly string[],
  io: Io,
):
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'options'; readonly options: ForecastOptions } {
  const read = readOptions(args, {
    live: { type: 'string', multiple: true },
    apply: { type: 'string', multiple: true },
    manager: { type: 'string' },
    tool: { type: 'string' },
    'tool-option': { type: 'string', multiple: true },
    previous: { type: 'string', multiple: true },
    'fail-on': { type: 'string', multiple: true },
    expect: { type: 'string', multiple: true },
    objects: { type: 'boolean' },
    force: { type: 'boolean' },
    'client-side': { type: 'boolean' },
    namespace: { type: 'string', short: 'n' },
    hooks: { type: 'string' },
    output: { type: 'string', short: 'o' },
    link: { type: 'string' },
    color: { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return read;
  const { values, words } = read;
  const hooks = oneOf('--hooks', values.hooks, ['skip', 'apply']);
  if (hooks.kind === 'usage') return hooks;
  const output = oneOf('--output', values.output, ['text', 'markdown', 'json', 'sarif']);
  if (output.kind === 'usage') return output;
  const color = oneOf('--color', values.color, ['auto', 'always', 'never']);
  if (color.kind === 'usage') return color;
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return kubernetes;
  const page = values.link === undefined ? undefined : pageAddress(values.link);
  if (page?.kind === 'usage') return page;
  const { live = [], apply = [], manager = '' } = values;
  const usage = (message: string) => ({ kind: 'usage', message }) as const;
  if (words.length > 0) return usage(`${words[0]} is no option: files are named by --live and --apply`);
  if (live.length === 0) return usage('--live FILE is missing: a dump of the cluster');
  // What is rolled back to, Helm has itself.
  const isRollback = (values['tool-option'] ?? []).some((option) => /^rollback(?:=|$)/.test(option));
  if (apply.length === 0 && !isRollback) return usage('--apply FILE is missing: the manifests of the release');
  if ([...live, ...apply].filter((file) => file === '-').length > 1)
    return usage('the standard input is read only once');
  const tool = values.tool === undefined ? undefined : readTool(values.tool);
  if (values.tool !== undefined && tool === undefined) {
    return usage(`--tool ${values.tool} is not known: it is one of ${toolNames.join(', ')}`);
  }
  if (tool?.name === 'none' && manager === '')
    return usage('--manager NAME is missing: the field manager that applies, such as argocd-controller');
  if (tool !== undefined && tool.name !== 'none' && values['client-side'] === true)
    return usage('--client-side goes with --tool none: kubectl-client-side is a tool of its own');
  if (tool !== undefined) {
    const problem = optionProblem(tool.name, values['tool-option'] ?? []);
    if (problem !== undefined) return usage(problem);
  }
  const failOn = readFailOn(values['fail-on'] ?? []);
  if (failOn.kind === 'usage') return failOn;
  const unreadable = expectationProblem(values.expect ?? []);
  if (unreadable !== undefined) return usage(unreadable);
  return {
    kind: 'options',
    options: {
      live,
      apply,
      manager,
      tool,
      toolOptions: values['tool-option'] ?? [],
      previous: values.previous ?? [],
      failOn: failOn.value,
      expect: values.expect ?? [],
      objects: values.objects === true,
      force: values.force === true,
      clientSide: values['client-side'] === true,
      namespace: values.namespace || 'default',
      hooks: hooks.value === 'skip' ? 'left-out' : 'applied',
      output: output.value,
      page: page?.address,
      colour: color.value === 'auto' ? hasColour(io) : color.value === 'always',
      kubernetes: kubernetes.value,
    },
  };
}
