import { terminalLine } from '@managed-fields/foreign-text';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { loadOnNeed } from '@managed-fields/player';
import {
  type Batch,
  type CountedBatch,
  changeRows,
  type Finding,
  matcher,
  pieceReader,
  type RuleId,
  type RuleOptions,
  readRuleFile,
  ruleOf,
  rules,
  type Severity,
  type StreamedSurvey,
  type SurveyedObject,
  streamSurvey,
  tableRows,
} from '@managed-fields/survey';
import { upgrade as upgradeWords } from '@managed-fields/words/messages/en/upgrade';
import { exit, type Io, type Run } from '../io.ts';
import { refuse } from '../options.ts';
import { severityBy } from '../rule-settings.ts';
import { type ByteSource, openSources } from '../sources.ts';
import { unreadText } from '../unread.ts';
import { type ClusterPart, clusterLists } from './cluster-lists.ts';
import { batchLength, type Counters, counters } from './counters.ts';
import { type SurveyOptions, surveyOptions } from './options.ts';
import { printSurvey, words } from './print.ts';
import { writeRepairs } from './repairs.ts';
import { clusterOf, rowFiles } from './row-files.ts';
import { scratchStore } from './scratch-store.ts';
import { changedObjects, printUpgrade } from './upgrade.ts';

/** `managed-fields survey`: prints who owns what of objects, what is wrong, or what an upgrade changes for them. */
export const run: Run = async (args, io) => {
  const read = surveyOptions(args);
  if (read.kind === 'usage') return refuse(io, read.message, 'survey');
  const { options } = read;
  if (options.cluster === undefined && options.files.length === 0 && io.stdin.isTTY) {
    const message =
      'nothing to read: name files, pipe objects in (- reads what is typed), or read a cluster by --cluster';
    return refuse(io, message, 'survey');
  }
  const ruled = await ruleOptions(options, io);
  if ('usage' in ruled) return refuse(io, ruled.usage, 'survey');
  const store = scratchStore(io);
  const { catalog: _, ...plain } = ruled;
  const counting = counters(ruled, { ...plain, kubernetes: options.kubernetes }, io);
  try {
    return await surveyed(options, streamSurvey(store, ruled), counting, io);
  } finally {
    counting.end();
    store.remove();
  }
};

/** Reads all that is to be surveyed, and prints what comes of it. */
async function surveyed(options: SurveyOptions, survey: StreamedSurvey, counting: Counters, io: Io): Promise<number> {
  const unread: string[] = [];
  const note = (sentence: string) => {
    unread.push(sentence);
    io.stderr.write(`${terminalLine(sentence)}\n`);
  };
  const parts = options.cluster === undefined ? files(options, io) : clusterLists(options.cluster, io);
  for await (const part of parts) {
    if ('unread' in part) note(part.unread);
    else if ('failure' in part) {
      if (part.code === exit.usage) return refuse(io, part.failure, 'survey');
      io.stderr.write(`${terminalLine(part.failure)}\n`);
      return part.code;
    } else await readSource(survey, part, counting, note);
  }
  counting.end();
  if (survey.size === 0) return refuse(io, 'there is no object in what was read', 'survey');
  // Where the survey has policies, judging it loads what plays them.
  const judged = await loadOnNeed(() => survey.judge());
  const { failed, refusal } = await report(options, judged, survey, unread, io);
  if (refusal !== undefined) return refuse(io, refusal, 'survey');
  if (unread.length > 0) return exit.usage;
  return failed ? exit.failed : exit.done;
}

/** The files and folders that are named, or the standard input. */
async function* files({ files: named }: SurveyOptions, io: Io): AsyncGenerator<ClusterPart> {
  for await (const source of openSources(named.length === 0 ? ['-'] : named, io)) {
    yield 'failure' in source ? { failure: source.failure, code: exit.usage } : source;
  }
}

/** Reads a source piece by piece; what is no object is noted. */
async function readSource(
  survey: StreamedSurvey,
  { name, chunks }: ByteSource,
  counting: Counters,
  note: (sentence: string) => void,
): Promise<void> {
  const reader = pieceReader();
  const take = (counted: readonly CountedBatch[]) => {
    for (const each of counted) {
      survey.addCounted(each);
      for (const part of each.unread) note(unreadText(part));
    }
  };
  let parts: Batch['parts'][number][] = [];
  let length = 0;
  const count = async () => {
    const batch = { file: name, parts };
    const all = length;
    [parts, length] = [[], 0];
    take(await counting.count(batch, all));
  };
  let broken: string | undefined;
  try {
    for await (const chunk of chunks) {
      for (const part of reader.push(chunk)) {
        parts.push(part);
        length += part.kind === 'piece' ? part.source.length : 0;
        if (length >= batchLength) await count();
      }
    }
  } catch (error) {
    broken = `${name}: cannot be read to its end: ${error instanceof Error ? error.message : String(error)}`;
  }
  parts.push(...reader.end());
  await count();
  take(await counting.rest());
  if (broken !== undefined) note(broken);
}

/** What rules go by: the time, the kinds of the version, and what a file switches off. */
async function ruleOptions(
  { kubernetes, rules: path, settings, notSeenDays: days }: SurveyOptions,
  io: Io,
): Promise<RuleOptions | { readonly usage: string }> {
  const catalog = await loadKubernetesTypes(kubernetes);
  const now = `${new Date(io.now()).toISOString().slice(0, 19)}Z`;
  const ownDays = days === undefined ? {} : { notSeenDays: days };
  if (path === undefined) return { catalog, now, off: offBy(settings, new Set()), ...ownDays };
  const file = await io.readFile(path);
  if (file.kind !== 'text') return { usage: `--rules ${path}: there is no such file` };
  const { off, notSeenDays, problems } = readRuleFile(file.text);
  const [problem] = problems;
  if (problem !== undefined) {
    const { line, column, code, name, detail } = problem;
    return { usage: `${path}:${line}:${column}: ${[code, name, detail].filter(Boolean).join(' ')}` };
  }
  return { catalog, now, off: offBy(settings, off), ...(notSeenDays === undefined ? {} : { notSeenDays }), ...ownDays };
}

/** The rules that are off: by a file, and by what is said of single ones, which counts more. */
function offBy(settings: SurveyOptions['settings'], off: ReadonlySet<RuleId>): ReadonlySet<RuleId> {
  const all = new Set(off);
  for (const { id } of rules) {
    const setting = settings.get(id);
    if (setting === 'off') all.add(id);
    else if (setting !== undefined) all.delete(id);
  }
  return all;
}

/** What came of a report: whether it found what makes the program fail, or why it cannot be made. */
interface Reported {
  readonly failed: boolean;
  readonly refusal?: string | undefined;
}

async function report(
  options: SurveyOptions,
  judged: Iterable<SurveyedObject>,
  survey: StreamedSurvey,
  unread: readonly string[],
  io: Io,
): Promise<Reported> {
  const conflicts: ReadonlySet<RuleId> = new Set(rules.flatMap(({ id, conflict }) => (conflict ? [id] : [])));
  const fits = matcher(options.filter, { conflicts });
  const severityOf = (rule: RuleId) => severityBy(options.settings, rule, ruleOf(rule).severity);
  let failed = false;
  let chosen = 0;
  const shown: Iterable<SurveyedObject> = {
    *[Symbol.iterator]() {
      for (const object of judged) {
        if (!fits(object)) continue;
        chosen++;
        failed ||= object.findings.some((finding) => isFailing(finding, options.failOn, severityOf));
        yield object;
      }
    },
  };
  const { output, show, upgrade, repairs, kubernetes } = options;
  const sayNone = () => {
    if (chosen === 0) io.stderr.write(`Of ${upgradeWords.objects({ count: survey.size })} none fits --filter.\n`);
  };
  if (options.rows !== undefined) await writeRows(shown, survey, options, { folder: options.rows, severityOf }, io);
  if (upgrade !== undefined) {
    const asked = { output: output === 'json' ? output : 'text', unread } as const;
    const changes = await printUpgrade(shown, survey, upgrade, asked, io);
    sayNone();
    return { failed: changes };
  }
  const refusal = printSurvey(shown, { output, show, size: survey.size, severityOf }, io);
  sayNone();
  if (refusal !== undefined) return { failed, refusal };
  if (repairs !== undefined) {
    const done = await writeRepairs(shown, survey, { folder: repairs, kubernetes }, io);
    for (const sentence of done.refused) io.stderr.write(`A server would refuse to mend ${terminalLine(sentence)}\n`);
    const more = done.more ? '; there are more: choose some by --filter' : '';
    const written = done.written === 1 ? '1 repair is' : `${done.written} repairs are`;
    io.stderr.write(`${written} written to ${terminalLine(repairs)}${more}. Nothing was sent.\n`);
  }
  return { failed };
}

/** Writes the tables of what is shown, a folder for each cluster. */
async function writeRows(
  shown: Iterable<SurveyedObject>,
  survey: StreamedSurvey,
  { files, clusterName, upgrade }: SurveyOptions,
  { folder, severityOf }: { readonly folder: string; readonly severityOf: (rule: RuleId) => Severity },
  io: Io,
): Promise<void> {
  const tables = ['objects', 'entries', 'findings'] as const;
  const written = await rowFiles(folder, upgrade === undefined ? tables : [...tables, 'changes'], io);
  const cluster = ({ place }: SurveyedObject) => clusterName ?? clusterOf(place.file, files);
  for (const object of shown) {
    for (const [table, row] of tableRows(object, words, severityOf)) written.add(cluster(object), table, row);
  }
  if (upgrade !== undefined) {
    for await (const { row: object, changes } of changedObjects(shown, survey, upgrade)) {
      for (const [table, row] of changeRows(object, changes, upgrade)) written.add(cluster(object), table, row);
    }
  }
  written.finish();
  io.stderr.write(`The tables are written to ${terminalLine(folder)}.\n`);
}

function isFailing(
  { rule }: Finding,
  failOn: ReadonlySet<string> | undefined,
  severityOf: (rule: RuleId) => Severity,
): boolean {
  if (failOn === undefined) return true;
  const { conflict } = ruleOf(rule);
  return failOn.has(rule) || failOn.has(severityOf(rule)) || (conflict && failOn.has('conflict'));
}
