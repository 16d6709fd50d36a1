import { hereDocument, shellComment, shellWord } from '@managed-fields/foreign-text';
import {
  formatJson,
  isMap,
  mapAt,
  pathFromString,
  pathToString,
  setOf,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { freshScenario, type NewStep, newScenario, type ObjectName, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { Finding, RuleId } from '../findings/finding.ts';
import { lastAppliedName } from '../findings/known-managers.ts';
import type { SurveyRow } from '../object.ts';
import { exactValue, type ObjectText } from '../read/reader.ts';
import { configurationAnd, configurationWithout } from './configuration.ts';
import { clientSideOwners, finalizersReleased, handOverPatch, type Patch, removalPatch, resetPatch } from './patch.ts';
import { objectWords } from './words.ts';

/**
 * How a finding is mended. `hand-over`: entries of updaters become the applier's; `remove-entries`: entries are taken
 * away, and their fields keep their values; `remove-annotation`: last-applied is taken away; `give-up`: the applier
 * applies once without the fields; `adopt`: the applier applies once with the fields too, as they are; `release`: the fields
 * stay as they are and leave the entry; `reset`: managedFields are emptied.
 */
export type RepairKind =
  | 'hand-over'
  | 'remove-entries'
  | 'remove-annotation'
  | 'give-up'
  | 'adopt'
  | 'release'
  | 'reset';

/** How the findings of a rule are mended; undefined where only the manifest, or its author, can. */
export const repairOfRule: Readonly<Partial<Record<RuleId, RepairKind>>> = {
  'leftover-client-side-apply': 'hand-over',
  'apply-and-update': 'hand-over',
  'before-first-apply': 'remove-entries',
  'manual-change': 'remove-entries',
  'manager-not-seen': 'remove-entries',
  'unserved-version': 'remove-entries',
  'last-applied-differs': 'remove-annotation',
  'replicas-under-autoscaler': 'give-up',
  'shared-atomic-field': 'give-up',
  'status-outside-subresource': 'give-up',
  'finalizers-applied': 'release',
  'zero-values-owned': 'give-up',
  'large-managed-fields': 'reset',
  'changed-by-admission': 'give-up',
  'written-by-admission': 'adopt',
};

/** What mends one object. Nothing of it is sent from here. */
export interface Repair {
  readonly kind: RepairKind;
  readonly rule: RuleId;
  /** The place of the object among all objects of the survey. */
  readonly index: number;
  readonly object: ObjectName;
  /** The patch as it goes over the wire; the configuration of an apply as JSON. */
  readonly patch: string;
  /** The kubectl line that sends it, word for word. */
  readonly command: string;
  /** The live object, and the step that mends it. */
  readonly scenario: Scenario;
}

/**
 * Makes what mends a finding in its object. Undefined where the rule has no repair, the text cannot be read exactly, or
 * nothing is to be done. `around` is what admission goes by for the object, for findings of what it does.
 */
export function repairOf(
  finding: Finding,
  row: SurveyRow,
  text: ObjectText,
  around: readonly NewStep[] = [],
): Repair | undefined {
  const kind = repairOfRule[finding.rule];
  const object = kind === undefined ? undefined : exactValue(text);
  if (kind === undefined || !isMap(object)) return undefined;
  const sent = sentFor(kind, finding, row, object);
  if (sent === undefined) return undefined;
  const live: NewStep = { kind: 'live', text: printYaml(object).text };
  return {
    kind,
    rule: finding.rule,
    index: row.index,
    object: nameOf(row),
    patch: sent.patch,
    command: sent.command,
    scenario:
      around.length === 0
        ? newScenario('', [live, ...sent.steps])
        : freshScenario('', [...around, live, ...sent.steps]),
  };
}

function sentFor(kind: RepairKind, finding: Finding, row: SurveyRow, object: ValueMap): Sent | undefined {
  if (kind === 'adopt') return adopted(finding, row, object);
  if (finding.rule === 'changed-by-admission') return givenUpByAll(finding, row, object);
  return kind === 'give-up' ? applied(finding, row, object) : patched(kind, finding, row, object);
}

interface Sent {
  readonly patch: string;
  readonly command: string;
  readonly steps: readonly NewStep[];
}

function nameOf({ apiVersion, kind, namespace, name }: SurveyRow): ObjectName {
  return { apiVersion, kind, name, ...(namespace === '' ? {} : { namespace }) };
}

/** The manager of a patch that kubectl sends, where none is named. */
const patchManager = 'kubectl-patch';

function patched(
  kind: Exclude<RepairKind, 'give-up' | 'adopt'>,
  finding: Finding,
  row: SurveyRow,
  object: ValueMap,
): Sent | undefined {
  if (kind === 'remove-annotation') return annotationRemoved(row);
  const patch = patchOf(kind, finding, row, object);
  if (patch === undefined) return undefined;
  const { type, body } = patch;
  return {
    patch: body,
    command: `kubectl patch ${objectWords(row)} --type=${type} -p ${shellWord(body)}`,
    steps: [{ kind: 'json-patch', manager: patchManager, object: nameOf(row), text: body }],
  };
}

function patchOf(
  kind: 'hand-over' | 'remove-entries' | 'release' | 'reset',
  { entries, facts }: Finding,
  row: SurveyRow,
  object: ValueMap,
): Patch | undefined {
  if (kind === 'reset') return resetPatch(object);
  if (kind === 'release') return entries[0] === undefined ? undefined : finalizersReleased(object, entries[0]);
  if (kind === 'remove-entries') return removalPatch(object, entries);
  const manager = facts['manager'] ?? '';
  const applier = entries.find((entry) => row.entries[entry]?.operation === 'Apply');
  const to = applier === undefined ? undefined : row.entries[applier]?.manager;
  if (to === undefined) return undefined;
  return handOverPatch(object, to === manager ? [manager] : clientSideOwners(object, manager), to);
}

/** Takes last-applied away where somebody applies the object server-side; elsewhere client-side apply needs it. */
function annotationRemoved(row: SurveyRow): Sent | undefined {
  const applies = row.entries.some(({ operation, subresource }) => operation === 'Apply' && subresource === '');
  if (!applies) return undefined;
  const body = formatJson(nested(['metadata', 'annotations', lastAppliedName], null));
  return {
    patch: body,
    command: `kubectl annotate ${objectWords(row)} ${shellWord(`${lastAppliedName}-`)}`,
    steps: [{ kind: 'merge-patch', manager: 'kubectl-annotate', object: nameOf(row), text: body }],
  };
}

function nested(names: readonly string[], value: Value): Value {
  return names.reduceRight((inside: Value, name): Value => new Map([[name, inside]]), value);
}

/** Applies what the first of the entries has, without the fields that were found. */
function applied(finding: Finding, row: SurveyRow, object: ValueMap): Sent | undefined {
  const { entries, fields, fieldCount } = finding;
  const place = entries.find((entry) => row.entries[entry]?.operation === 'Apply');
  const entry = place === undefined ? undefined : row.entries[place];
  // Values of another version cannot be sent as they stand here.
  if (place === undefined || entry === undefined || entry.apiVersion !== row.apiVersion) return undefined;
  // Not all of them are known by name.
  if (fieldCount > fields.length) return undefined;
  const found = new Set(fields);
  const configuration = configurationWithout(object, place, (path) => found.has(pathToString(path)));
  if (configuration === undefined) return undefined;
  const held =
    finding.rule === 'replicas-under-autoscaler' ? [applyOf(keeper, replicasOf(object), ' --validate=false')] : [];
  const all = [...held, applyOf(entry.manager, configuration)];
  return {
    patch: formatJson(configuration),
    command: all.map(({ command }) => command).join('\n'),
    steps: all.map(({ step }) => step),
  };
}

/** All who apply fields that admission writes anyhow apply what they have without them. */
function givenUpByAll({ entries, filled = [] }: Finding, row: SurveyRow, object: ValueMap): Sent | undefined {
  const found = new Set(filled);
  const appliers = entries.flatMap((place) => {
    const entry = row.entries[place];
    return entry?.operation === 'Apply' ? [{ place, entry }] : [];
  });
  // Who applies client-side, or at another version, keeps the fields.
  const isAll =
    appliers.length === entries.length && appliers.every(({ entry }) => entry.apiVersion === row.apiVersion);
  if (found.size === 0 || appliers.length === 0 || !isAll) return undefined;
  const all = appliers.flatMap(({ place, entry }) => {
    const configuration = configurationWithout(object, place, (path) => found.has(pathToString(path)));
    return configuration === undefined ? [] : [{ ...applyOf(entry.manager, configuration), configuration }];
  });
  return joined(all);
}

/** The first who applies the object applies it with the fields that nobody owns, as they are. */
function adopted({ fields, fieldCount }: Finding, row: SurveyRow, object: ValueMap): Sent | undefined {
  const place = row.entries.findIndex(({ operation, subresource }) => operation === 'Apply' && subresource === '');
  const entry = row.entries[place];
  if (entry === undefined || entry.apiVersion !== row.apiVersion || fieldCount > fields.length) return undefined;
  const paths = fields.map((field) => pathFromString(field));
  if (!paths.every((path) => path !== undefined)) return undefined;
  const configuration = configurationAnd(object, place, setOf(...paths));
  return configuration && joined([{ ...applyOf(entry.manager, configuration), configuration }]);
}

function joined(all: readonly (ReturnType<typeof applyOf> & { readonly configuration: ValueMap })[]): Sent | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  return {
    patch: formatJson(first.configuration),
    command: all.map(({ command }) => command).join('\n'),
    steps: all.map(({ step }) => step),
  };
}

/** Keeps replicas until the autoscaler writes: without an owner they would be set to the default. */
const keeper = 'handover-to-autoscaler';

function replicasOf(object: ValueMap): ValueMap {
  const metadata = mapAt(object, 'metadata');
  const pick = (map: ValueMap | undefined, ...names: readonly string[]) =>
    new Map(names.flatMap((name) => (map?.has(name) === true ? [[name, map.get(name) ?? null] as const] : [])));
  return new Map<string, Value>([
    ...pick(object, 'apiVersion', 'kind'),
    ['metadata', pick(metadata, 'name', 'namespace')],
    ['spec', pick(mapAt(object, 'spec'), 'replicas')],
  ]);
}

function applyOf(manager: string, configuration: ValueMap, flags = '') {
  const { text } = printYaml(configuration);
  const line = `kubectl apply --server-side --field-manager=${shellWord(manager)}${flags} -f -`;
  const step: NewStep = { kind: 'apply', manager, text };
  return { command: hereDocument(line, text).trimEnd(), step };
}

/**
 * A script for a POSIX shell that mends all objects, one after the other. It stops at the first refusal, and says in its
 * head, line by line in `head`, that nothing was sent from here.
 */
export function repairScript(repairs: readonly Repair[], head: readonly string[]): string {
  const comments = head.map(shellComment);
  const parts = repairs.map(({ object, command }) => {
    const { kind, namespace = '', name } = object;
    return `${shellComment(`${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`)}\n${command}\n`;
  });
  return `${['#!/bin/sh', ...comments, 'set -eu', ''].join('\n')}\n${parts.join('\n')}`;
}
