import { isPlayedVersion, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { isRuleId, type Query, readQuery, rules, type Severity } from '@managed-fields/survey';
import { kubectlOf, kubectlOptions } from '../kubectl.ts';
import { nearest } from '../nearest.ts';
import { oneOf, playedVersion, readOptions } from '../options.ts';
import { type RuleSetting, ruleSettings } from '../rule-settings.ts';
import type { ClusterChoice } from './cluster-lists.ts';

/** The two versions of an upgrade. */
export interface Upgrade {
  readonly from: PlayedVersion;
  readonly to: PlayedVersion;
}

/** The formats that a survey is printed in. */
const formats = ['text', 'json', 'csv', 'markdown', 'html', 'sarif'] as const;
export type SurveyFormat = (typeof formats)[number];

/** The tables of the text. */
const tables = ['managers', 'findings', 'objects'] as const;
export type SurveyTable = (typeof tables)[number];

/** What the arguments of `survey` come to. */
export interface SurveyOptions {
  /** None where a cluster is read. */
  readonly files: readonly string[];
  readonly cluster: ClusterChoice | undefined;
  readonly output: SurveyFormat;
  readonly show: ReadonlySet<SurveyTable>;
  readonly filter: Query;
  /** The file that switches rules off. */
  readonly rules: string | undefined;
  /** What is said of single rules. */
  readonly settings: ReadonlyMap<string, RuleSetting>;
  readonly notSeenDays: number | undefined;
  /** Rules, severities, `conflict`; undefined: everything that is found. */
  readonly failOn: ReadonlySet<string> | undefined;
  readonly repairs: string | undefined;
  /** The folder of the tables that engines of SQL ask, and the name of the cluster in them. */
  readonly rows: string | undefined;
  readonly clusterName: string | undefined;
  readonly kubernetes: PlayedVersion;
  readonly upgrade: Upgrade | undefined;
}

const severities: readonly Severity[] = ['error', 'warning', 'note'];

/** Reads the arguments of `survey`; `--upgrade` takes the two words behind it. */
export function surveyOptions(
  args: readonly string[],
):
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'options'; readonly options: SurveyOptions } {
  const usage = (message: string) => ({ kind: 'usage', message }) as const;
  const at = args.findIndex((arg) => arg === '--upgrade' || arg.startsWith('--upgrade='));
  const [from = '', to = ''] = at < 0 ? [] : args.slice(at + 1, at + 3);
  const rest = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 3)];
  const read = readOptions(withFilter(rest), {
    file: { type: 'string', short: 'f', multiple: true },
    cluster: { type: 'boolean' },
    kinds: { type: 'string', multiple: true },
    ...kubectlOptions,
    namespace: { type: 'string', short: 'n', multiple: true },
    output: { type: 'string', short: 'o' },
    show: { type: 'string', multiple: true },
    filter: { type: 'string', multiple: true },
    rules: { type: 'string' },
    rule: { type: 'string', multiple: true },
    'not-seen-days': { type: 'string' },
    'fail-on': { type: 'string', multiple: true },
    repairs: { type: 'string' },
    rows: { type: 'string' },
    'cluster-name': { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return read;
  const { values, words } = read;
  const output = oneOf('--output', values.output, formats);
  if (output.kind === 'usage') return output;
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return kubernetes;
  const files = [...(values.file ?? []), ...words];
  if (files.filter((file) => file === '-').length > 1) return usage('the standard input is read only once');
  const only = ['kinds', 'namespace', 'context', 'kubeconfig', 'kubectl'] as const;
  const alone = only.find((name) => values[name] !== undefined);
  if (values.cluster !== true && alone !== undefined) return usage(`--${alone} goes with --cluster`);
  if (values.cluster === true && files.length > 0) return usage('--cluster reads no files: leave one of both out');
  const show = listOf(values.show ?? [tables.slice(0, 2).join(',')]);
  const unknown = show.find((each) => !(tables as readonly string[]).includes(each));
  if (unknown !== undefined) return usage(`--show is a list of ${tables.join(', ')}, not ${JSON.stringify(unknown)}`);
  const filter = readQuery((values.filter ?? []).join(' '));
  const strange = filter.find((term) => term.kind === 'unknown');
  if (strange?.kind === 'unknown') return usage(`--filter has no ${strange.name}: docs/survey.md says what it has`);
  const failOn = values['fail-on'] === undefined ? undefined : listOf(values['fail-on']);
  const wrong = failOn?.find((each) => !isCause(each));
  if (wrong !== undefined) return usage(`--fail-on ${wrong} is not known${nearest(wrong, causes())}`);
  const ruled = ruleSettings(
    values.rule ?? [],
    rules.map(({ id }) => id),
  );
  if ('usage' in ruled) return usage(ruled.usage);
  const days = values['not-seen-days'];
  if (days !== undefined && !(Number(days) > 0))
    return usage(`--not-seen-days is a number of days, not ${JSON.stringify(days)}`);
  const { from: before, to: after } = { from, to };
  if (at >= 0 && (args[at] !== '--upgrade' || !isPlayedVersion(before) || !isPlayedVersion(after))) {
    const given = JSON.stringify(`${args[at]} ${from} ${to}`.trim());
    return usage(`--upgrade takes two known versions, as --upgrade v1.34 v1.37 does, not ${given}`);
  }
  const upgrade =
    at >= 0 && isPlayedVersion(before) && isPlayedVersion(after) ? { from: before, to: after } : undefined;
  if (upgrade !== undefined && output.value !== 'text' && output.value !== 'json') {
    return usage(`with --upgrade --output is one of text, json, not ${JSON.stringify(output.value)}`);
  }
  if (values['cluster-name'] !== undefined && values.rows === undefined)
    return usage('--cluster-name goes with --rows');
  if (upgrade !== undefined && values.repairs !== undefined) return usage('--repairs does not go with --upgrade');
  return {
    kind: 'options',
    options: {
      files,
      cluster:
        values.cluster === true
          ? {
              kubectl: kubectlOf(values),
              kinds: listOf(values.kinds ?? []),
              namespaces: listOf(values.namespace ?? []),
            }
          : undefined,
      output: output.value,
      show: new Set(show as SurveyTable[]),
      filter,
      rules: values.rules,
      settings: ruled.settings,
      notSeenDays: days === undefined ? undefined : Number(days),
      failOn: failOn === undefined ? undefined : new Set(failOn.filter((each) => each !== 'nothing')),
      repairs: values.repairs,
      rows: values.rows,
      clusterName: values['cluster-name'] ?? (values.cluster === true ? (values.context ?? 'cluster') : undefined),
      kubernetes: kubernetes.value,
      upgrade,
    },
  };
}

/** A query may begin with a dash, which would be taken for an option: it is joined to the option that it belongs to. */
function withFilter(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (arg === '--filter' && at + 1 < args.length) return [`${arg}=${args[at + 1]}`];
    return args[at - 1] === '--filter' ? [] : [arg];
  });
}

/** The members of lists that are separated by commas, or given one by one. */
function listOf(lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(',')).filter((each) => each !== '');
}

function isCause(name: string): boolean {
  return isRuleId(name) || causes().includes(name);
}

/** What `--fail-on` takes. */
function causes(): readonly string[] {
  return [...rules.map(({ id }) => id), ...severities, 'conflict', 'nothing'];
}
