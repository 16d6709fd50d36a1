import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import {
  isList,
  isMap,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import { loadOnNeed, run as play } from '@managed-fields/player';
import { newScenario, type Scenario } from '@managed-fields/scenario';
import { readDocuments, type SourceDocument } from '@managed-fields/source';
import { fightOf, type LintFinding, lintDefinition, lintRules, type Severity } from '@managed-fields/survey';
import { type Input, readInputs, sayLacking } from '../input.ts';
import { exit, type Run } from '../io.ts';
import { kubectlOptions } from '../kubectl.ts';
import { linkTo } from '../link/link.ts';
import { nearest } from '../nearest.ts';
import { objectsIn } from '../objects.ts';
import { oneOf, playedVersion, readOptions, refuse } from '../options.ts';
import { pageAddress } from '../page-address.ts';
import { type RuleSetting, ruleSettings, severityBy } from '../rule-settings.ts';
import type { LintedDefinition } from './linted.ts';
import { printLint } from './print.ts';

/** `managed-fields lint`: says to authors of CustomResourceDefinitions about which lists managers will fight. */
export const run: Run = async (args, io) => {
  const read = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    ...kubectlOptions,
    'fail-on': { type: 'string', multiple: true },
    rule: { type: 'string', multiple: true },
    output: { type: 'string', short: 'o' },
    link: { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return refuse(io, read.message, 'lint');
  const { values, words } = read;
  const output = oneOf('--output', values.output, ['text', 'json', 'sarif']);
  if (output.kind === 'usage') return refuse(io, output.message, 'lint');
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return refuse(io, kubernetes.message, 'lint');
  const page = values.link === undefined ? undefined : pageAddress(values.link);
  if (page?.kind === 'usage') return refuse(io, page.message, 'lint');
  const failOn = (values['fail-on'] ?? ['error,warning']).flatMap((list) => list.split(',')).filter(Boolean);
  const wrong = failOn.find((each) => !causes.includes(each));
  if (wrong !== undefined) return refuse(io, `--fail-on ${wrong} is not known${nearest(wrong, causes)}`, 'lint');
  const ruled = ruleSettings(values.rule ?? [], Object.keys(lintRules));
  if ('usage' in ruled) return refuse(io, ruled.usage, 'lint');
  const inputs = await readInputs({ ...values, words }, io, 'part');
  if (inputs.kind === 'failure') return refuse(io, inputs.message, 'lint');
  const given = objectsIn(inputs.inputs);
  if (given.kind === 'failure') return refuse(io, given.message, 'lint');
  const linted: LintedDefinition[] = [];
  for (const input of inputs.inputs)
    linted.push(...(await lintedIn(input, kubernetes.value)).map((each) => withSettings(each, ruled.settings)));
  if (linted.length === 0) return refuse(io, 'there is no CustomResourceDefinition in what was read', 'lint');
  const fight = page === undefined ? undefined : await firstFight(linted, kubernetes.value);
  const link = page === undefined || fight === undefined ? undefined : await linkTo(fight, page.address, io);
  io.stdout.write(printLint(linted, output.value, { link, version: io.version() }));
  const isLacking = sayLacking(inputs.lacking, io);
  const isFailing = ({ rule, severity }: LintFinding) => failOn.includes(rule) || failOn.includes(severity);
  const isRefused = linted.some(({ refusal }) => refusal !== undefined) && failOn.includes('error');
  return isLacking || isRefused || linted.some(({ findings }) => findings.some(isFailing)) ? exit.failed : exit.done;
};

const severities: readonly Severity[] = ['error', 'warning', 'note'];
const causes: readonly string[] = [...Object.keys(lintRules), ...severities, 'nothing'];

/** A definition without what is off, each finding as grave as it is said. */
function withSettings(linted: LintedDefinition, settings: ReadonlyMap<string, RuleSetting>): LintedDefinition {
  const findings = linted.findings
    .filter(({ rule }) => settings.get(rule) !== 'off')
    .map((finding) => ({ ...finding, severity: severityBy(settings, finding.rule, finding.severity) }));
  return { ...linted, findings };
}

/** The definitions of a text, each with what is found in it. */
async function lintedIn({ name: file, text }: Input, kubernetes: PlayedVersion): Promise<readonly LintedDefinition[]> {
  const linted: LintedDefinition[] = [];
  for (const document of readDocuments(text)) {
    for (const { definition, place } of definitionsIn(document.value)) {
      const findings = lintDefinition(definition).map((finding) => ({
        ...finding,
        line: lineOf(text, document, [...place, ...finding.place]),
      }));
      const name = stringAt(mapAt(definition, 'metadata'), 'name') ?? '';
      linted.push({ name, file, findings, refusal: await refusalOf(definition, kubernetes), definition });
    }
  }
  return linted;
}

function definitionsIn(
  value: Value | undefined,
): readonly { readonly definition: ValueMap; readonly place: ValuePath }[] {
  if (!isMap(value)) return [];
  if (stringAt(value, 'kind') === 'CustomResourceDefinition') return [{ definition: value, place: [] }];
  const items = value.get('items');
  if (!isList(items)) return [];
  return items.flatMap((item, index) =>
    isMap(item) && stringAt(item, 'kind') === 'CustomResourceDefinition'
      ? [{ definition: item, place: ['items', index] }]
      : [],
  );
}

function lineOf(text: string, document: SourceDocument, place: ValuePath): number {
  const found = document.locate(place);
  const from = found?.key?.from ?? found?.value?.from ?? document.range.from;
  return text.slice(0, from).split('\n').length;
}

/** What a server says that does not take a definition. */
async function refusalOf(definition: ValueMap, kubernetes: PlayedVersion): Promise<string | undefined> {
  const { printYaml } = await import('@managed-fields/source');
  const scenario = { ...newScenario('', [{ kind: 'crd', text: printYaml(definition).text }]), kubernetes };
  const [outcome] = await outcomesOf(scenario, kubernetes);
  return outcome?.status === 'error' ? (outcome.message ?? 'it cannot be read') : undefined;
}

async function outcomesOf(scenario: Scenario, kubernetes: PlayedVersion) {
  const catalog = await loadKubernetesTypes(kubernetes);
  return (await loadOnNeed(() => play(scenario, { catalog }))).outcomes;
}

/** The first finding whose scenario, played, ends in a conflict. */
async function firstFight(
  linted: readonly LintedDefinition[],
  kubernetes: PlayedVersion,
): Promise<Scenario | undefined> {
  for (const { findings, definition } of linted) {
    for (const finding of findings.filter(({ rule }) => rule.startsWith('atomic-'))) {
      const made = fightOf(definition, finding);
      const scenario = made && { ...made, kubernetes };
      const last = scenario && (await outcomesOf(scenario, kubernetes)).at(-1);
      if (scenario !== undefined && last?.status === 'conflict') return scenario;
    }
  }
  return undefined;
}
