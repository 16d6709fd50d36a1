import type { TypeCatalog } from '@managed-fields/api-server';
import { byteLength, isList, isMap, type Value } from '@managed-fields/merge-engine';
import type { AnyStep, Goal, Scenario, Step, Task } from '@managed-fields/scenario';
import { needsOf } from '@managed-fields/scenario';
import { readDocuments, type SourceDocument } from '@managed-fields/source';
import type { SecretKind } from '../finding.ts';
import { isSecretKind, isSecretListKind, mentionsSecret } from '../names.ts';
import { type CommandLine, readCommandLine, textsInLine } from './command.ts';
import { type SecretFinding, type SecretsView, toolTexts, withGoalTexts, withUserTexts } from './finding.ts';
import { type Act, type Found, rewriteWhole } from './replace.ts';
import { rewriteCommand } from './rewrite-command.ts';
import { rewriteText, rewriteWords } from './rewrite-text.ts';
import { identityOf, substitutes } from './substitutes.ts';
import { annotation, listNamesIn, type Surroundings } from './surroundings.ts';

/**
 * Finds the size of a scenario and every sensitive value in it, with its place. `catalog` resolves the names in kubectl
 * commands.
 */
export function findSecrets(scenario: Scenario, catalog: TypeCatalog): SecretsView {
  const findings: SecretFinding[] = [];
  const around = surroundingsOf(scenario);
  rewriteScenario(scenario, around, catalog, (place, text) => {
    const lineAt = linesOf(text);
    return (found) => {
      const { kind, sign, path, remembered, left, at } = found;
      const value = valueId(found);
      const line = lineAt(at.from);
      const more = { ...(remembered && { remembered }), ...(left && { left }) };
      findings.push({ kind, sign, ...place, path, ...at, line, value, ...more });
      return undefined;
    };
  });
  const texts = textsOf(scenario);
  return {
    documents: texts.flatMap(({ part, text }) => (holdsDocuments(part) ? around.read(text) : [])).length,
    bytes: texts.reduce((sum, { part, text }) => sum + (part === 'inner' ? 0 : byteLength(text)), 0),
    findings,
  };
}

/**
 * Replaces the sensitive values of some groups by substitutes such as `redacted-1`. An equal value in any other group
 * is replaced as well. `plain`: values that the user said are no secrets, by `SecretFinding.value`; they stay,
 * unless a Secret holds them too.
 * Fields, list items and managedFields stay, the form of texts stays (base64 in the data of a Secret, JSON in an
 * annotation), and equal values get equal substitutes. So every step still ends in the same way and changes the same
 * fields. Findings with `left` stay as they are. A text that cannot be read is left out as a whole, and so is one in
 * which something is still found after its values were replaced.
 */
export function redact(
  scenario: Scenario,
  kinds: readonly SecretKind[],
  catalog: TypeCatalog,
  plain: readonly string[] = [],
): Scenario {
  const wanted = new Set(kinds);
  const values = new Set<string>();
  const around = surroundingsOf(scenario);
  rewriteScenario(scenario, around, catalog, () => (found) => {
    // What a Secret holds is replaced, whatever was said of it elsewhere.
    const isPlain = found.kind !== 'secret' && plain.length > 0 && plain.includes(valueId(found));
    if (wanted.has(found.kind) && found.left === undefined && !isPlain) values.add(identityOf(found));
    return undefined;
  });
  const texts = textsOf(scenario).map(({ text }) => text);
  const { substitute, sweeper } = substitutes(texts, namesIn(scenario, around));
  const redacted = rewriteScenario(
    scenario,
    around,
    catalog,
    () => (found) => (values.has(identityOf(found)) && found.left === undefined ? substitute(found) : undefined),
  );
  const sweep = sweeper();
  const swept = mapTexts(redacted, (text, { part }) => sweep(text, part !== 'text' && part !== 'file'));
  const again = findSecrets(swept, catalog).findings.filter(
    ({ kind, left, value }) => wanted.has(kind) && left === undefined && !plain.includes(value),
  );
  if (again.length === 0) return swept;
  const failed = new Set(again.map(placeKey));
  return mapTexts(swept, (text, place) => (failed.has(placeKey(place)) ? leftOut(place.part) : text));
}

/** The hash of a value (FNV-1a, twice), which tells nothing of it and is the same wherever it stands. */
function valueId(found: Found): string {
  const text = identityOf(found);
  let [one, other] = [0x811c9dc5, 0xc9dc5118];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ (code + at), 0x01000193);
  }
  return [one, other].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The text that replaces one that is left out. */
function leftOut(part: SecretFinding['part']): string {
  return part === 'text' || part === 'file' ? '# redacted-0\n' : 'redacted-0';
}

function placeKey({ stepId = '', part, file = '' }: Place): string {
  return JSON.stringify([stepId, part, file]);
}

type Place = Pick<SecretFinding, 'stepId' | 'part' | 'file'>;

/**
 * Passes all sensitive values to the functions that `actAt` returns for each text, and returns the scenario with the
 * replacements.
 */
function rewriteScenario(
  scenario: Scenario,
  around: Surroundings,
  catalog: TypeCatalog,
  actAt: (place: Place, text: string) => Act,
): Scenario {
  /** The kind of the object of the step before. */
  let kind: string | undefined;
  const commands = new Map<string, CommandLine | undefined>();
  const commandOf = (step: Step) => {
    if (!commands.has(step.id)) commands.set(step.id, readCommandLine(step.text, catalog));
    return commands.get(step.id);
  };
  return mapTexts(scenario, (text, place, step) => {
    const act = actAt(place, text);
    const goal = goalOfValue(scenario, place);
    if (goal !== undefined) return rewriteGoal(text, goal, scenario, around, act);
    if (step === undefined || (place.part !== 'text' && place.part !== 'file')) {
      // Managers and releases have generated names, which decide who owns what.
      const isUser = place.part === 'user' && place.file?.startsWith('extra.') !== true;
      const isName = isUser || place.part === 'manager' || place.part === 'userAgent' || place.part === 'option';
      return rewriteWords(text, around, act, isName ? 'name' : 'words');
    }
    const command = step.kind === 'kubectl' ? commandOf(step) : undefined;
    if (place.part === 'text' && step.kind === 'kubectl') {
      kind = command?.kind ?? (command === undefined && mentionsSecret(text) ? 'Secret' : kind);
      const rewritten = rewriteCommand(text, command, { ...around, kind }, act);
      for (const inner of textsInLine(text)) kind = kindIn(inner, around.read(inner)) ?? kind;
      return rewritten;
    }
    const file = place.file ?? '';
    const isPart = command?.createsSecret === true && !command.manifests.has(file);
    // A file with the name of a secret, or one that `base64` reads, holds a secret where it is no manifest.
    const isMeant = step.kind === 'kubectl' && (mentionsSecret(file) || command?.encoded.has(file) === true);
    const isCalled = isMeant && kindIn(text, around.read(text)) === undefined;
    if (place.part === 'file' && (isPart || isCalled)) return rewriteFile(text, act);
    const isPatch = command?.patchFiles.has(file) === true;
    const isAboutBefore = isPatch || needsOf[step.kind].mayBeNameless === true;
    const before = ('object' in step ? step.object?.kind : undefined) ?? (isAboutBefore ? kind : undefined);
    // A text without a kind is about the object of the step before.
    kind = kindIn(text, around.read(text)) ?? kind;
    const patch = step.kind === 'json-patch' || (isPatch && command?.patchType === 'json');
    return rewriteText(text, { ...around, kind: before, patch }, act);
  });
}

/** The goal whose value a text is; undefined for other texts. */
function goalOfValue({ task }: Scenario, { part, file = '' }: Place): ValueGoal | undefined {
  const [place = '', member] = file.split('.');
  const goal = part === 'goal' && member === 'value' ? task?.goals[Number(place)] : undefined;
  return goal?.kind === 'value' ? goal : undefined;
}

type ValueGoal = Extract<Goal, { readonly kind: 'value' }>;

/** Rewrites the value of a goal: that of a Secret as a whole, any other as what is assigned to the name of its field. */
function rewriteGoal(text: string, { path, object }: ValueGoal, scenario: Scenario, around: Surroundings, act: Act) {
  const mayBeSecret =
    isSecretKind(object?.kind ?? '') ||
    scenario.steps.some((step) => kindIn(step.text, around.read(step.text)) === 'Secret');
  const [, holder] = /^\.(data|stringData)\b/.exec(path) ?? [];
  if (mayBeSecret && holder !== undefined) {
    const form = holder === 'data' ? 'base64' : 'text';
    return rewriteWhole(text, { kind: 'secret', sign: 'in-secret', form }, act) ?? text;
  }
  const before = `${/[\w-]+(?=\W*$)/.exec(path)?.[0] ?? 'value'}=`;
  const shifted: Act = (found) => {
    const [from, to] = [found.at.from - before.length, found.at.to - before.length];
    return act({ ...found, at: { from: Math.max(0, from), to } });
  };
  return rewriteWords(`${before}${text}`, around, shifted, 'words').slice(before.length);
}

/** Rewrites a file that becomes the value of a Secret. */
function rewriteFile(text: string, act: Act): string {
  return rewriteWhole(text.trimEnd(), { kind: 'secret', sign: 'file', form: 'text' }, act) ?? text;
}

/**
 * The kind of the last object of a text. It is Secret if one is in a list, or if the text cannot be read and mentions
 * one.
 */
function kindIn(text: string, documents: readonly SourceDocument[]): string | undefined {
  const kinds = documents.flatMap(({ value }) => kindsOf(value));
  if (kinds.some(isSecretKind)) return 'Secret';
  if (documents.some(({ value }) => value === undefined) && mentionsSecret(text)) return 'Secret';
  return kinds.at(-1);
}

function kindsOf(value: Value | undefined): readonly string[] {
  if (isList(value)) return value.flatMap(kindsOf);
  if (!isMap(value)) return [];
  const kind = value.get('kind');
  const own = typeof kind === 'string' ? [isSecretListKind(kind) ? 'Secret' : kind] : [];
  return [...own, ...kindsOf(value.get('items'))];
}

/** Applies a function to each text of a scenario. */
function mapTexts(scenario: Scenario, change: (text: string, place: Place, step?: Step) => string): Scenario {
  const said = (part: 'title' | 'about', text: string) => change(text, { stepId: undefined, part });
  const goalsOf = ({ goals }: Task) =>
    withGoalTexts(goals, (file, text) => change(text, { stepId: undefined, part: 'goal', file }));
  return {
    ...scenario,
    title: said('title', scenario.title),
    ...(scenario.about === undefined ? {} : { about: said('about', scenario.about) }),
    ...(scenario.task === undefined ? {} : { task: { ...scenario.task, goals: goalsOf(scenario.task) } }),
    steps: scenario.steps.map((step) => {
      const parts: AnyStep = step;
      const words = (['name', 'note', 'manager', 'userAgent'] as const).flatMap((part) => {
        const text = parts[part];
        return text === undefined ? [] : [[part, change(text, { stepId: step.id, part }, step)] as const];
      });
      const changed = {
        ...step,
        ...Object.fromEntries(words),
        ...(parts.user && {
          user: withUserTexts(parts.user, (file, each) => change(each, { stepId: step.id, part: 'user', file }, step)),
        }),
        text: change(step.text, { stepId: step.id, part: 'text' }, step),
      };
      if (changed.kind === 'tool' && changed.tool !== undefined) {
        const { options, ...own } = changed.tool;
        const said = new Map(
          toolTexts(changed.tool).map(([file, each]) => [
            file,
            change(each, { stepId: step.id, part: 'option', file }, step),
          ]),
        );
        const changedOf = (given: object, prefix: string) =>
          Object.fromEntries(Object.keys(given).map((name) => [name, said.get(`${prefix}${name}`) ?? '']));
        const tool = { name: '', ...changedOf(own, ''), ...(options && { options: changedOf(options, 'options.') }) };
        return { ...changed, tool };
      }
      if (changed.kind !== 'kubectl' || changed.files === undefined) return changed;
      const files = Object.entries(changed.files).map(
        ([file, each]) => [file, change(each, { stepId: step.id, part: 'file', file }, step)] as const,
      );
      return { ...changed, files: Object.fromEntries(files) };
    }),
  };
}

interface TextPart {
  /** `inner`: a document in a line, such as a here-document. */
  readonly part: 'document' | 'inner' | 'line' | 'words';
  readonly text: string;
}

function holdsDocuments(part: TextPart['part']): boolean {
  return part === 'document' || part === 'inner';
}

function textsOf(scenario: Scenario): readonly TextPart[] {
  const texts: TextPart[] = [];
  mapTexts(scenario, (text, { part }, step) => {
    const isLine = part === 'text' && step?.kind === 'kubectl';
    texts.push({ part: isLine ? 'line' : part === 'text' || part === 'file' ? 'document' : 'words', text });
    if (isLine) for (const inner of textsInLine(text)) texts.push({ part: 'inner', text: inner });
    return text;
  });
  return texts;
}

/** The fields that are keys of list items in the built-in kinds. */
const builtInKeys = [
  ...['name', 'containerPort', 'port', 'protocol', 'ip', 'mountPath', 'devicePath', 'type', 'uid', 'topologyKey'],
  ...['whenUnsatisfiable', 'key', 'kind', 'namespace', 'id', 'resourceName', 'group', 'resource', 'driver'],
];

function surroundingsOf(scenario: Scenario): Surroundings {
  const keys = new Set(builtInKeys);
  const items = new Set<string>();
  const elsewhere = new Set<string>();
  const known = new Map<string, readonly SourceDocument[]>();
  const read = (text: string) => {
    const documents = known.get(text) ?? readDocuments(text);
    known.set(text, documents);
    return documents;
  };
  for (const { part, text } of textsOf(scenario)) {
    if (part === 'words') continue;
    const found = listNamesIn(text, read);
    for (const key of found.keys) keys.add(key);
    for (const item of found.items) items.add(item);
    if (part === 'line') for (const word of text.split(/[\s=,'"]+/)) elsewhere.add(word);
    else
      for (const { value } of read(text)) if (value !== undefined) visitStrings(value, (each) => elsewhere.add(each));
  }
  return { read, kind: undefined, patch: false, keys, items, elsewhere, within: 'step', level: 0 };
}

/**
 * Names of fields, and values that name objects, items and managers. They are never replaced outside the places where a
 * secret was found.
 */
function namesIn(scenario: Scenario, { keys, read }: Surroundings): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { manager, userAgent, user, object } of scenario.steps as readonly AnyStep[]) {
    for (const name of [manager, userAgent, user?.name, ...Object.values(object ?? {})])
      if (name !== undefined) names.add(name);
  }
  for (const { part, text } of textsOf(scenario)) {
    if (!holdsDocuments(part)) continue;
    for (const { value } of read(text)) {
      if (value === undefined) continue;
      visitStrings(value, (each, key, inItem) => {
        if (key === undefined) names.add(each);
        else if (nameFields.has(key) || (inItem && keys.has(key))) names.add(each);
      });
    }
  }
  return names;
}

const nameFields = new Set(['name', 'namespace', 'kind', 'apiVersion', 'generateName', 'manager', 'uid', 'image']);

/** Visits all strings of a value but last-applied annotations. Keys of maps are visited without a key. */
function visitStrings(value: Value, see: (text: string, key: string | undefined, inItem: boolean) => void): void {
  const visit = (node: Value, inItem: boolean): void => {
    if (isList(node)) {
      for (const child of node) {
        if (typeof child === 'string') see(child, '', false);
        else visit(child, true);
      }
    }
    if (!isMap(node)) return;
    for (const [key, child] of node) {
      see(key, undefined, false);
      if (typeof child !== 'string') visit(child, false);
      else if (key !== annotation) see(child, key, inItem);
    }
  };
  visit(value, false);
}

/** Returns a function that finds the line of an offset, from 1. */
function linesOf(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
