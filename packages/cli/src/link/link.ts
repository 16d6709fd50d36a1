import { terminalLine } from '@managed-fields/foreign-text';
import { defaultVersion, kubernetesVersions, loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { answerQuestion, loadOnNeed } from '@managed-fields/player';
import { secretKinds } from '@managed-fields/redact';
import { type Scenario, versionOf } from '@managed-fields/scenario';
import { encodeLink, type LinkFailure } from '@managed-fields/share-link';
import { readInputs } from '../input.ts';
import { exit, type Io, type Run } from '../io.ts';
import { nameOf, objectsIn } from '../objects.ts';
import { oneOf, readOptions, refuse } from '../options.ts';
import { pageAddress } from '../page-address.ts';
import { secretsSentence } from './say-secrets.ts';
import { isKubeconfig, scenarioOf } from './scenario-of.ts';

/** `managed-fields link`: prints the address that opens objects in the playground. */
export const run: Run = async (args, io) => {
  const options = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    'page-address': { type: 'string' },
    'keep-secrets': { type: 'boolean' },
    plain: { type: 'string', multiple: true },
    kubernetes: { type: 'string' },
  });
  if (options.kind === 'usage') return refuse(io, options.message, 'link');
  const { values, words } = options;
  if (words.length > 0) return refuse(io, `${words[0]} is no option: files are named by -f`, 'link');
  const kubernetes = oneOf('--kubernetes', values.kubernetes ?? defaultVersion, kubernetesVersions);
  if (kubernetes.kind === 'usage') return refuse(io, kubernetes.message, 'link');
  const page = pageAddress(values['page-address'] ?? io.env['MANAGED_FIELDS_PAGE']);
  if (page.kind === 'usage') return refuse(io, page.message, 'link');
  const read = await readInputs(values.file ?? [], io);
  if (read.kind === 'failure') return refuse(io, read.message, 'link');
  const given = objectsIn(read.inputs);
  if (given.kind === 'failure') return refuse(io, given.message, 'link');
  const kubeconfig = given.objects.find(({ object }) => isKubeconfig(object));
  if (kubeconfig !== undefined)
    return refuse(io, 'a kubeconfig holds credentials: it is never put into a link', 'link');

  const scenario = scenarioOf(given.objects, kubernetes.value);
  const shared = await withoutSecrets(
    scenario,
    { keep: values['keep-secrets'] === true, plain: values.plain ?? [] },
    io,
  );
  const link = encodeLink(shared);
  if (link.kind === 'failure') {
    const what = given.objects.length === 1 ? given.objects.map(({ object }) => nameOf(object)).join() : 'This';
    io.stderr.write(`${terminalLine(what)} cannot be put into a link: ${terminalLine(failureSentence(link))}\n`);
    return exit.failed;
  }
  io.stdout.write(`${page.address}#${link.fragment}\n`);
  return exit.done;
};

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
