import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { answerQuestion, loadOnNeed } from '@managed-fields/player';
import { madeUpIn, messagesIn, readPastedTexts } from '@managed-fields/reading';
import { newScenario, type Scenario, versionOf } from '@managed-fields/scenario';
import { toolOfMessage } from '@managed-fields/tools';
import { readFiles, textOf } from '../forecast/read-files.ts';
import { scenarioWithoutSecrets } from '../forecast/without-secrets.ts';
import { type Asked, type Inputs, readInputs, sayLacking } from '../input.ts';
import { exit, type Io, type Run } from '../io.ts';
import { outputJson } from '../json/output.ts';
import { kubectlOptions } from '../kubectl.ts';
import { linkTo, scenarioOf } from '../link/link.ts';
import { objectsIn } from '../objects.ts';
import { oneOf, playedVersion, readOptions, refuse } from '../options.ts';
import { pageAddress } from '../page-address.ts';
import type { ExplainedMessage } from './explained.ts';
import { explainedMarkdown, explainedText } from './print.ts';
import { errorWords } from './words.ts';

/** The longest text of an error: longer ones are logs. */
const longest = 200_000;

/** `managed-fields explain`: says what an error text of a server or a tool means, and what can be done. */
export const run: Run = async (args, io) => {
  const options = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    object: { type: 'string', multiple: true },
    ...kubectlOptions,
    output: { type: 'string', short: 'o' },
    link: { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (options.kind === 'usage') return refuse(io, options.message, 'explain');
  const { values, words } = options;
  const output = oneOf('--output', values.output, ['text', 'json', 'markdown']);
  if (output.kind === 'usage') return refuse(io, output.message, 'explain');
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return refuse(io, kubernetes.message, 'explain');
  const page = values.link === undefined ? undefined : pageAddress(values.link);
  if (page?.kind === 'usage') return refuse(io, page.message, 'explain');
  const said = await errorText({ file: values.file, words }, io);
  if (typeof said !== 'string') return refuse(io, said.failure, 'explain');
  const objects = await objectsAsked({ ...values, words: values.object ?? [] }, io);
  if (objects.kind === 'failure') return refuse(io, objects.message, 'explain');
  const given = objects.inputs.length === 0 ? undefined : objectsIn(objects.inputs);
  if (given?.kind === 'failure') return refuse(io, given.message, 'explain');
  const open = { ...(given === undefined ? newScenario('', []) : scenarioOf(given.objects, kubernetes.value)) };
  const scenario = { ...open, kubernetes: kubernetes.value };
  const explained = await explainedMessages(said, scenario);
  if (explained.length === 0) {
    io.stderr.write('There is no message of the API server or of kubectl in this text that is known here.\n');
    return exit.failed;
  }
  const played = explained.find((each) => each.played !== undefined)?.played;
  const link = page === undefined || played === undefined ? undefined : await linkTo(played, page.address, io);
  switch (output.value) {
    case 'text':
      io.stdout.write(explainedText(explained, link));
      break;
    case 'markdown':
      io.stdout.write(explainedMarkdown(explained, link));
      break;
    case 'json':
      io.stdout.write(outputJson('Explanation', { messages: explained.map(messageJson), link }));
  }
  return sayLacking(objects.lacking, io) ? exit.failed : exit.done;
};

/** The text of the error: files, or the standard input. */
async function errorText(
  { file = [], words }: Pick<Asked, 'file' | 'words'>,
  io: Io,
): Promise<string | { readonly failure: string }> {
  const files = [...file, ...words];
  if (files.length === 0 && io.stdin.isTTY)
    return {
      failure:
        'nothing to read: pipe an error text in, as kubectl apply … 2>&1 | managed-fields explain, or name a file',
    };
  const read = await readFiles(files.length === 0 ? ['-'] : files, io, longest);
  if (read.kind === 'failure') return { failure: read.message };
  return read.files.map(({ bytes }) => textOf(bytes)).join('\n');
}

/** The live objects that the error is about, as far as they were given and are there. */
async function objectsAsked({ file: _, ...asked }: Asked, io: Io): Promise<Inputs> {
  return asked.words.length === 0 ? { kind: 'inputs', inputs: [], lacking: '' } : readInputs(asked, io, 'part');
}

/** Reads and explains the messages of a text. `open`: the live objects, as steps. */
export async function explainedMessages(text: string, open: Scenario): Promise<readonly ExplainedMessage[]> {
  const catalog = await loadKubernetesTypes(versionOf(open));
  const last = open.steps.at(-1);
  const place = last === undefined ? {} : { after: last.id };
  const { read, joined } = await loadOnNeed(() => readPastedTexts([text], place, open, { catalog }));
  const explained: ExplainedMessage[] = [];
  for (const message of messagesIn(read)) {
    const steps = message.scenario?.steps;
    const made = steps && { ...open, ...newScenario(message.facts.message.slice(0, 80), steps) };
    const withObject = joined?.kind === 'with-object' ? joined : undefined;
    const played = withObject?.scenario ?? made;
    const stepId = withObject?.select ?? played?.steps.at(-1)?.id;
    const tool = toolOfMessage(message.facts.tool);
    const madeUp = madeUpIn(message.facts, withObject !== undefined);
    const asked = { kind: 'tool-settings', tool, stepId: stepId ?? '', madeUp } as const;
    // What is printed may end in a comment that others read.
    const shown =
      message.facts.code === 'conflict' ? played && (await scenarioWithoutSecrets(played, { catalog })) : undefined;
    const settings =
      shown === undefined
        ? []
        : (await loadOnNeed(() => answerQuestion<'tool-settings'>(shown, asked, { catalog }))).map(withoutSubstitutes);
    const missing = withObject?.missing.flatMap(({ paths }) => paths);
    explained.push({ ...message, played, settings, missing });
  }
  return explained;
}

/** A setting whose snippet has a place to fill in for each value that may be a secret, as for all that nobody said. */
function withoutSubstitutes<Setting extends ExplainedMessage['settings'][number]>(setting: Setting): Setting {
  const { snippet } = setting;
  if (snippet === undefined) return setting;
  return {
    ...setting,
    snippet: { ...snippet, text: snippet.text.replace(/redacted-\d+|cmVkYWN0ZWQt[\w+/]*=*/g, '…') },
  };
}

function messageJson({ facts, scenario, settings }: ExplainedMessage): object {
  return {
    ...facts,
    explanation: errorWords.explanation(facts),
    advice: errorWords.advice(facts),
    settings: settings.map(({ way, setting, place, behaviour, since, snippet }) => ({
      way,
      setting,
      place,
      behaviour,
      since,
      text: snippet?.text,
      without: snippet?.without.length === 0 ? undefined : snippet?.without,
    })),
    scenario: scenario && {
      kind: scenario.kind,
      guessed: scenario.guessed,
      placeholder: scenario.placeholder,
      reproduced: scenario.reproduced,
    },
  };
}
