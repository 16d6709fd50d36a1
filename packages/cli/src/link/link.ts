import { terminalLine } from '@managed-fields/foreign-text';
import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { hasManagedFields, stringAt, type ValueMap, wasStored } from '@managed-fields/merge-engine';
import { answerQuestion, loadOnNeed } from '@managed-fields/player';
import { type SecretFinding, type SecretKind, secretKinds } from '@managed-fields/redact';
import { type NewStep, newScenario, type Scenario, versionOf } from '@managed-fields/scenario';
import { encodeLink, type LinkFailure } from '@managed-fields/share-link';
import { readInputs, sayLacking } from '../input.ts';
import { exit, type Io, type Run } from '../io.ts';
import { kubectlOptions } from '../kubectl.ts';
import { type GivenObject, isNamed, nameOf, objectsIn } from '../objects.ts';
import { playedVersion, readOptions, refuse } from '../options.ts';
import { ownedObject } from '../owners/owned-object.ts';
import { refusalOf } from '../owners/owners.ts';
import { pageAddress } from '../page-address.ts';

/** Makes a scenario of objects, a step each, in their order; definitions come first, for the objects of their kinds. */
export function scenarioOf(objects: readonly GivenObject[], kubernetes: PlayedVersion): Scenario {
  const title = objects.length === 1 ? objects.map(({ object }) => nameOf(object)) : [`${objects.length} objects`];
  const steps = objects.map(stepOf);
  const definitions = steps.filter(({ kind }) => kind === 'crd');
  const others = steps.filter(({ kind }) => kind !== 'crd');
  return { ...newScenario(title.join(), [...definitions, ...others]), kubernetes };
}

function stepOf({ object, text }: GivenObject): NewStep {
  if (stringAt(object, 'kind') === 'CustomResourceDefinition') return { kind: 'crd', text };
  return isLive(object) ? { kind: 'live', text } : { kind: 'apply', manager: 'kubectl', text };
}

/** Whether a server wrote into an object: it has managedFields, or what a server gives to each. */
function isLive(object: ValueMap): boolean {
  return wasStored(object) || hasManagedFields(object);
}

/** Whether an object is a kubeconfig, which nobody should pass on. */
export function isKubeconfig(object: ValueMap): boolean {
  return stringAt(object, 'kind') === 'Config' && stringAt(object, 'apiVersion') === 'v1';
}

const whatItIs: Readonly<Record<SecretKind, string>> = {
  unchecked: 'speaks of a secret and cannot be read, so it was left out whole',
  secret: 'a value of a Secret',
  'last-applied': 'a value that only the last-applied annotation has',
  named: 'named like a password, token or key',
  token: 'has the form of a token or key',
  'sign-in': 'signs in somewhere',
  random: 'not known to be plain: it looks random, or is encoded',
};

/** How many findings are listed. */
const mostListed = 20;

/**
 * Says on several lines what was found in a scenario, and whether it was replaced; nothing where nothing was found.
 * `plain`: the values that the user said are no secrets.
 */
export function secretsSentence(
  findings: readonly SecretFinding[],
  scenario: Scenario,
  kept: boolean,
  plain: readonly string[],
): string {
  const stays = findings.filter(({ left, value }) => kept || left !== undefined || plain.includes(value));
  const replaced = findings.filter((finding) => !stays.includes(finding));
  return [
    ...listed(`Replaced ${count(replaced)} (--plain PATH leaves one, --keep-secrets all):`, replaced, scenario),
    ...listed(`Left as they are: ${count(stays)}:`, stays, scenario),
  ].join('');
}

function listed(head: string, findings: readonly SecretFinding[], scenario: Scenario): readonly string[] {
  if (findings.length === 0) return [];
  const rows = findings.slice(0, mostListed).map(({ kind, path, line, stepId, left }) => {
    const step = scenario.steps.findIndex(({ id }) => id === stepId);
    const place = `${path === '' ? '' : `${terminalLine(path)}, `}line ${line} of step ${step + 1}`;
    return `  ${place}: ${whatItIs[kind]}${left === undefined ? '' : ', but the key of a list item'}\n`;
  });
  const more = findings.length - rows.length;
  return [`${head}\n`, ...rows, ...(more > 0 ? [`  and ${more} more\n`] : [])];
}

function count({ length }: readonly unknown[]): string {
  return length === 1 ? '1 value that looks secret' : `${length} values that look secret`;
}

/** `managed-fields link`: prints the address that opens objects in the playground. */
export const run: Run = async (args, io) => {
  const options = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    ...kubectlOptions,
    'page-address': { type: 'string' },
    'keep-secrets': { type: 'boolean' },
    plain: { type: 'string', multiple: true },
    kubernetes: { type: 'string' },
  });
  if (options.kind === 'usage') return refuse(io, options.message, 'link');
  const { values, words } = options;
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return refuse(io, kubernetes.message, 'link');
  const page = pageAddress(values['page-address'] ?? io.env['MANAGED_FIELDS_PAGE']);
  if (page.kind === 'usage') return refuse(io, page.message, 'link');
  const read = await readInputs({ ...values, words }, io, 'part');
  if (read.kind === 'failure') return refuse(io, read.message, 'link');
  const given = objectsIn(read.inputs);
  if (given.kind === 'failure') return refuse(io, given.message, 'link');
  const kubeconfig = given.objects.find(({ object }) => isKubeconfig(object));
  if (kubeconfig !== undefined)
    return refuse(io, 'a kubeconfig holds credentials: it is never put into a link', 'link');

  const scenario = scenarioOf(given.objects, kubernetes.value);
  const what = given.objects.length === 1 ? given.objects.map(({ object }) => nameOf(object)).join() : 'This';
  const said = { keep: values['keep-secrets'] === true, plain: values.plain ?? [] };
  const link = await linkTo(scenario, page.address, io, what, said);
  if (link === undefined) return exit.failed;
  io.stdout.write(`${link}\n`);
  for (const { object } of given.objects.filter((each) => !isNamed(each.object))) {
    const owned = await ownedObject(object, kubernetes.value);
    if (owned.kind === 'owned') io.stderr.write(refusalOf(terminalLine(nameOf(object)), owned).join(''));
  }
  return sayLacking(read.lacking, io) ? exit.failed : exit.done;
};

/** The address that opens a scenario, without its secrets; undefined where it fits into none, which is said on stderr. */
export async function linkTo(
  scenario: Scenario,
  page: string,
  io: Io,
  what = 'This',
  said: SaidOfSecrets = { keep: false, plain: [] },
): Promise<string | undefined> {
  const link = encodeLink(await withoutSecrets(scenario, said, io));
  if (link.kind === 'link') return `${page}#${link.fragment}`;
  io.stderr.write(`${terminalLine(what)} cannot be put into a link: ${terminalLine(failureSentence(link))}\n`);
  return undefined;
}

/** What the user said of secrets: to keep all, and the paths of values that are none. */
interface SaidOfSecrets {
  readonly keep: boolean;
  readonly plain: readonly string[];
}

/** The scenario as it is shared: with its secrets replaced, unless they are kept. Says on stderr what was found. */
async function withoutSecrets(scenario: Scenario, { keep, plain: paths }: SaidOfSecrets, io: Io): Promise<Scenario> {
  const catalog = await loadKubernetesTypes(versionOf(scenario));
  const redacting = { kind: 'redacted', kinds: secretKinds } as const;
  const { findings } = await loadOnNeed(() => answerQuestion<'secrets'>(scenario, { kind: 'secrets' }, { catalog }));
  const plain = findings.filter(({ path }) => paths.includes(path)).map(({ value }) => value);
  io.stderr.write(secretsSentence(findings, scenario, keep, plain));
  if (keep) return scenario;
  return loadOnNeed(() => answerQuestion<'redacted'>(scenario, { ...redacting, plain }, { catalog }));
}

/** Says why a scenario fits into no link. */
export function failureSentence({ code, length, limit, problems }: LinkFailure): string {
  if (code === 'too-long') return `it would have ${length} characters, at most ${limit} are read. Open it as a file.`;
  if (code === 'too-large') return `it is larger than ${limit} bytes. Open it as a file.`;
  return problems?.[0]?.message ?? code;
}
