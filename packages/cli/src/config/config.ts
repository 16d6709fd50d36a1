import { formatJson, isMap, type ValueMap, type ValuePath } from '@managed-fields/merge-engine';
import { readDocuments, type SourceDocument } from '@managed-fields/source';
import { isRuleId, lintRules, rules } from '@managed-fields/survey';
import type { z } from 'zod';
import { optionProblem, readTool, toolNames } from '../forecast/tool-options.ts';
import { expectationProblem } from '../forecast/verdict.ts';
import { nearest } from '../nearest.ts';
import { playedVersion } from '../options.ts';
import { pageAddress } from '../page-address.ts';
import { type Config, configSchema } from './form.ts';

/** A file that was read, or what is wrong with it: a sentence each, with line and column. */
export type ReadConfig =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** Reads the file that `--config` names: YAML or JSON of the form of `configSchema`. Never throws. */
export function readConfig(file: string, text: string): ReadConfig {
  const [document, second] = readDocuments(text);
  if (document === undefined) return { kind: 'config', config: {} };
  const at = (from: number, message: string) => `${file}:${placeOf(text, from)}: ${message}`;
  // A setting that stands twice is one too, though a server would take the last.
  const said = document.problems.filter(
    ({ severity, code }) => severity === 'error' || code === 'duplicate-key' || document.value === undefined,
  );
  const problems = said.map(({ from, message }) => at(from, message));
  if (second !== undefined) problems.push(at(second.range.from, 'there is a second document: one is read'));
  const { value } = document;
  if (problems.length > 0) return { kind: 'problems', problems };
  if (value === undefined || value === null) return { kind: 'config', config: {} };
  if (!isMap(value)) return { kind: 'problems', problems: [at(document.range.from, 'a map of settings is missing')] };
  const strange = namesIn(value).find(({ path }) => path.at(-1) === '__proto__');
  if (strange !== undefined) {
    return { kind: 'problems', problems: [at(placeIn(document, strange.path), 'there is no setting "__proto__"')] };
  }
  const parsed = configSchema.strict().safeParse(JSON.parse(formatJson(value)));
  const complaints = parsed.success ? meaning(parsed.data) : parsed.error.issues.flatMap(formComplaints);
  if (!parsed.success || complaints.length > 0) {
    const placed = complaints.map(({ path, message }) => ({ from: placeIn(document, path), message }));
    placed.sort((a, b) => a.from - b.from);
    return { kind: 'problems', problems: placed.map(({ from, message }) => at(from, message)) };
  }
  return { kind: 'config', config: parsed.data };
}

/** The names of settings, and of what is in them; the reader of forms passes over one that no object of JavaScript takes. */
function namesIn(value: ValueMap): readonly { readonly path: ValuePath }[] {
  return [...value].flatMap(([name, member]) => [
    { path: [name] },
    ...(isMap(member) ? [...member.keys()].map((each) => ({ path: [name, each] })) : []),
  ]);
}

interface Complaint {
  readonly path: ValuePath;
  readonly message: string;
}

const members = Object.keys(configSchema.shape);

/** What is of another form. */
function formComplaints(issue: z.core.$ZodIssue): readonly Complaint[] {
  const path = issue.path.filter((each) => typeof each !== 'symbol');
  const [named = ''] = path.slice(-1);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `there is no setting ${JSON.stringify(key)}${nearest(key, members) || `: they are ${members.join(', ')}`}`,
    }));
  }
  const [setting] = path;
  return [
    {
      path,
      message: `${path.length > 1 ? `${setting}: ${JSON.stringify(named)}` : setting} is ${formOf(String(setting))}`,
    },
  ];
}

/** What a setting has to be, at the end of a sentence. */
function formOf(setting: string): string {
  switch (setting) {
    case 'apiVersion':
      return 'managed-fields/v1, or left out';
    case 'kind':
      return 'Config, or left out';
    case 'expect':
      return "a list of sentences such as 'argocd-controller owns .spec.replicas of deploy/*'";
    case 'rules':
      return 'off, on, error, warning or note, by the name of a rule';
    case 'notSeenDays':
      return 'a number of days';
    case 'toolOptions':
      return 'a text, a number, true or false, by the name of an option';
    default:
      return 'a text';
  }
}

/** What has the form, and means nothing. */
function meaning({
  pageAddress: page,
  kubernetes,
  expect = [],
  rules: set = {},
  tool,
  toolOptions = {},
}: Config): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const complain = (path: ValuePath, message: string | undefined) => {
    if (message !== undefined) complaints.push({ path, message });
  };
  const usage = (read: { readonly kind: string; readonly message?: string }) =>
    read.kind === 'usage' ? read.message : undefined;
  if (page !== undefined) complain(['pageAddress'], usage(pageAddress(page)));
  if (kubernetes !== undefined) complain(['kubernetes'], usage(playedVersion(kubernetes)));
  for (const [index, each] of expect.entries()) complain(['expect', index], expectationProblem([each]));
  for (const name of Object.keys(set)) {
    if (isRuleId(name) || Object.hasOwn(lintRules, name)) continue;
    complain(['rules', name], `there is no rule ${JSON.stringify(name)}${nearest(name, ruleNames)}`);
  }
  const read = tool === undefined ? undefined : readTool(tool);
  if (tool !== undefined && read === undefined)
    complain(['tool'], `${JSON.stringify(tool)} is not known: it is one of ${toolNames.join(', ')}`);
  for (const name of Object.keys(toolOptions)) {
    if (tool === undefined) complain(['toolOptions', name], 'toolOptions go with a tool');
    else if (read !== undefined) complain(['toolOptions', name], optionProblem(read.name, [name]));
  }
  return complaints;
}

const ruleNames: readonly string[] = [...rules.map(({ id }) => id), ...Object.keys(lintRules)];

/** Where a part of the document stands; where that is not to be found, what it is in. */
function placeIn(document: SourceDocument, path: ValuePath): number {
  for (let length = path.length; length > 0; length--) {
    const found = document.locate(path.slice(0, length));
    const from = found?.key?.from ?? found?.value?.from;
    if (from !== undefined) return from;
  }
  return document.range.from;
}

function placeOf(text: string, from: number): string {
  const before = text.slice(0, from);
  return `${before.split('\n').length}:${from - before.lastIndexOf('\n')}`;
}

/** The words that say the same in the arguments of a command, before its own, of which the last count. */
export function argumentsOf(
  { kubernetes, pageAddress: page, expect = [], rules: set = {}, notSeenDays, tool, toolOptions = {}, manager }: Config,
  takes: ReadonlySet<string>,
  own: readonly string[],
): readonly string[] {
  const isGiven = (name: string) => own.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  const words: string[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && takes.has(name)) words.push(`--${name}=${value}`);
  };
  add('kubernetes', kubernetes);
  add('page-address', page);
  for (const each of expect) add('expect', each);
  for (const [name, setting] of Object.entries(set)) {
    // Rules of a survey and of definitions have names of their own.
    if (takes.has('rules') !== isRuleId(name)) continue;
    const said = setting === true ? 'on' : setting === false ? 'off' : setting;
    add('rule', `${name}=${said}`);
  }
  add('not-seen-days', notSeenDays === undefined ? undefined : String(notSeenDays));
  // Who names another tool, or none, means none of the options of this one.
  if (tool !== undefined && !isGiven('tool') && !isGiven('client-side')) {
    add('tool', tool);
    for (const [name, value] of Object.entries(toolOptions)) add('tool-option', `${name}=${value}`);
  }
  if (!isGiven('manager')) add('manager', manager);
  return words;
}
