import { jsonText, terminalLine } from '@managed-fields/foreign-text';
import { isPlayedVersion, loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { isMap, type ValueMap } from '@managed-fields/merge-engine';
import { loadOnNeed } from '@managed-fields/player';
import {
  exactValue,
  findingsByRule,
  objectName,
  type ReadPart,
  type Survey,
  type SurveyedObject,
  sourceReader,
  startSurvey,
  surveyJson,
  type UnreadPart,
  type UpgradeChange,
  upgradeChanges,
  upgradeSentence,
  upgradeSide,
} from '@managed-fields/survey';
import { findings as findingMessages } from '@managed-fields/words/messages/en/findings';
import { upgrade as messages } from '@managed-fields/words/messages/en/upgrade';
import { type FileBytes, readFiles } from '../forecast/read-files.ts';
import { exit, type Io, type Run } from '../io.ts';
import { oneOf, playedVersion, readOptions, refuse } from '../options.ts';

/** The two versions of an upgrade. */
interface Upgrade {
  readonly from: PlayedVersion;
  readonly to: PlayedVersion;
}

/** What the arguments of `survey` come to, or why they cannot be used. */
type SurveyOptions =
  | { readonly kind: 'usage'; readonly message: string }
  | {
      readonly kind: 'options';
      readonly files: readonly string[];
      readonly output: 'text' | 'json';
      readonly kubernetes: PlayedVersion;
      readonly upgrade: Upgrade | undefined;
    };

/** Reads the arguments of `survey`; `--upgrade` takes the two words behind it. */
function surveyOptions(args: readonly string[]): SurveyOptions {
  const at = args.findIndex((arg) => arg === '--upgrade' || arg.startsWith('--upgrade='));
  const [from = '', to = ''] = at < 0 ? [] : args.slice(at + 1, at + 3);
  const rest = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 3)];
  const read = readOptions(rest, {
    file: { type: 'string', short: 'f', multiple: true },
    output: { type: 'string', short: 'o' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return read;
  const output = oneOf('--output', read.values.output, ['text', 'json']);
  if (output.kind === 'usage') return output;
  const kubernetes = playedVersion(read.values.kubernetes);
  if (kubernetes.kind === 'usage') return kubernetes;
  if (read.words.length > 0) return { kind: 'usage', message: `${read.words[0]} is no option: files are named by -f` };
  const plain = { kind: 'options', files: read.values.file ?? [], output: output.value } as const;
  if (at < 0) return { ...plain, kubernetes: kubernetes.value, upgrade: undefined };
  if (!isPlayedVersion(from) || !isPlayedVersion(to)) {
    const given = JSON.stringify(`${args[at]} ${from} ${to}`.trim());
    return {
      kind: 'usage',
      message: `--upgrade takes two known versions, as --upgrade v1.34 v1.37 does, not ${given}`,
    };
  }
  return { ...plain, kubernetes: kubernetes.value, upgrade: { from, to } };
}

/** `managed-fields survey`: prints what is wrong with objects, or what an upgrade changes for them. */
export const run: Run = async (args, io) => {
  const options = surveyOptions(args);
  if (options.kind === 'usage') return refuse(io, options.message, 'survey');
  if (options.files.length === 0 && io.stdin.isTTY) {
    return refuse(
      io,
      'nothing to read: name a file by -f FILE, or pipe objects in (-f - reads what is typed)',
      'survey',
    );
  }
  const files = await readFiles(options.files.length === 0 ? ['-'] : options.files, io);
  if (files.kind === 'failure') return refuse(io, files.message, 'survey');
  const survey = startSurvey({ catalog: await loadKubernetesTypes(options.kubernetes), now: timeText(io.now()) });
  const unread = readAll(survey, files.files);
  for (const each of unread) io.stderr.write(`${terminalLine(unreadText(each))}\n`);
  if (survey.rows.length === 0) return refuse(io, 'there is no object in what was read', 'survey');
  const found =
    options.upgrade === undefined
      ? printFindings(survey, options.output, io)
      : await printUpgrade(survey, options.upgrade, unread, options.output, io);
  if (unread.length > 0) return exit.usage;
  return found ? exit.failed : exit.done;
};

function timeText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** How much is read at a time, so that the values of a large dump need not be there at once. */
const chunk = 1_000_000;

function* partsOf(files: readonly FileBytes[]): Generator<ReadPart> {
  for (const { name, bytes } of files) {
    const reader = sourceReader(name);
    for (let at = 0; at < bytes.length; at += chunk) yield* reader.push(bytes.subarray(at, at + chunk));
    yield* reader.end();
  }
}

function readAll(survey: Survey, files: readonly FileBytes[]): readonly UnreadPart[] {
  const unread: UnreadPart[] = [];
  for (const part of partsOf(files)) {
    const added = survey.add(part);
    if (added !== undefined && 'unread' in added) unread.push(added.unread);
  }
  survey.judge();
  return unread;
}

function unreadText({ place, reason, detail }: UnreadPart): string {
  return `${place.file}:${place.line}: ${detail || reason}`;
}

/** Prints what rules found; whether there is something. */
function printFindings({ rows }: Survey, output: 'text' | 'json', io: Io): boolean {
  const found = findingsByRule(rows);
  if (output === 'json') {
    io.stdout.write(`${surveyJson(rows)}\n`);
    return found.length > 0;
  }
  const lines = found.flatMap(({ rule, found: each }) => [
    `${findingMessages.rules[rule].title()} (${rule}, ${messages.objects({ count: each.length })})`,
    ...each.map(({ object }) => `  ${objectName(object)}`),
  ]);
  io.stdout.write(
    [messages.objects({ count: rows.length }), ...lines].map((line) => `${terminalLine(line)}\n`).join(''),
  );
  return found.length > 0;
}

/** An object for which an upgrade changes something. */
interface ChangedObject {
  readonly row: SurveyedObject;
  readonly changes: readonly UpgradeChange[];
}

/** Prints what an upgrade changes; whether it changes something. */
async function printUpgrade(
  survey: Survey,
  { from, to }: Upgrade,
  unread: readonly UnreadPart[],
  output: 'text' | 'json',
  io: Io,
): Promise<boolean> {
  const [before, after] = await Promise.all([loadKubernetesTypes(from), loadKubernetesTypes(to)]);
  const changed = await loadOnNeed((): readonly ChangedObject[] => {
    const definitions = objectsOf(survey, ({ kind }) => kind === 'CustomResourceDefinition').map(
      ({ object }) => object,
    );
    const [left, right] = [upgradeSide(from, before, definitions), upgradeSide(to, after, definitions)];
    return objectsOf(survey, () => true).flatMap(({ row, object }) => {
      const changes = upgradeChanges(object, left, right);
      return changes.length === 0 ? [] : [{ row, changes }];
    });
  });
  if (output === 'json') {
    const objects = changed.map(({ row: { apiVersion, kind, namespace, name }, changes }) => ({
      ...{ apiVersion, kind, namespace, name, changes },
    }));
    io.stdout.write(`${jsonText({ form: 1, from, to, objects, unread: unread.map(unreadText) })}\n`);
    return changed.length > 0;
  }
  const lines = changed.flatMap(({ row, changes }) => [
    objectName(row),
    ...changes.map((change) => `  ${upgradeSentence(change, { from, to }, messages)}`),
  ]);
  const objects = messages.objects({ count: survey.rows.length });
  const heads = [messages.title({ from, to }), messages.summary({ changed: changed.length, objects })];
  io.stdout.write([...heads, ...lines].map((line) => `${terminalLine(line)}\n`).join(''));
  return changed.length > 0;
}

/** The objects of a survey that a rule wants, each with its row; numbers are exact. */
function objectsOf(
  survey: Survey,
  isWanted: (row: SurveyedObject) => boolean,
): readonly { readonly row: SurveyedObject; readonly object: ValueMap }[] {
  return survey.rows.filter(isWanted).flatMap((row) => {
    const text = survey.textOf(row.index);
    const object = text === undefined ? undefined : exactValue(text);
    return isMap(object) ? [{ row, object }] : [];
  });
}
