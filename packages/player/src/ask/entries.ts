import { oneMoreUpdater } from '@managed-fields/api-server';
import {
  byteLength,
  deducedType,
  explainOwnership,
  formatJson,
  isMap,
  listAt,
  mapAt,
  type Ownership,
  readFieldsTree,
  setSize,
  stringAt,
  type Value,
  type ValueMap,
  withoutManagedFields,
} from '@managed-fields/merge-engine';
import type { Scenario, TextRange } from '@managed-fields/scenario';
import { type PrintedYaml, printYaml } from '@managed-fields/source';
import type { AnnotatedText, ManagerView } from '../playback.ts';
import { annotate } from '../run/annotate.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { type FindNode, nodeFinder, type TrieNode, trieNodes } from './trie-nodes.ts';

/** The managedFields of a step's object, raw and decoded. Plain data that a worker can post. */
export interface EntriesView {
  readonly stepId: string;
  /** The object without managedFields, with its owners. */
  readonly object: AnnotatedText;
  /** The list of entries as kubectl prints it; empty where the object has none. */
  readonly text: string;
  readonly entries: readonly EntryView[];
  /** The size as JSON in bytes: of the whole object, and of its managedFields. */
  readonly objectBytes: number;
  readonly managedFieldsBytes: number;
  /**
   * The number of Update entries, the most that a server keeps, and the indices in `entries` of those that one more
   * would merge into one.
   */
  readonly updaters: { readonly count: number; readonly most: number; readonly folded: readonly number[] };
}

/** One entry of managedFields. */
export interface EntryView extends ManagerView {
  readonly fieldsType: string;
  /** Whether it was pasted in the form of Kubernetes 1.16 and older. */
  readonly older: boolean;
  /** The reason why the entry cannot be decoded. */
  readonly broken: string | undefined;
  /** Why the entry has no time; undefined where it has one. */
  readonly noTime: NoTime | undefined;
  /** The range of the entry in the text. */
  readonly range: TextRange;
  /** The nodes of its tree, each after its parent. */
  readonly nodes: readonly TrieNode[];
}

/**
 * Why an entry has no time. A write through `scale` sets none. An `apply` that changes nothing in the object sets none
 * for a new owner. An `update` always sets one on a server, but a write to /scale can split off an entry without one.
 */
export type NoTime = 'scale' | 'apply' | 'update';

/**
 * Reads the managedFields of a step's object; undefined where there is no object. Asked on demand, never for each
 * keystroke.
 */
export function entriesOfStep(scenario: Scenario, stepId: string, { catalog }: RunOptions): EntriesView | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  const object = played?.shown;
  if (played === undefined || object === undefined) return undefined;
  const version = played.target?.version;
  const bare = printYaml(withoutManagedFields(object));
  const annotated = annotate(object, version, bare);
  const list = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  const printed = list.length === 0 ? undefined : printYaml(list);
  const ownership = explainOwnership(object, version ?? { type: deducedType });
  const find = nodeFinder(object, version, { annotated, printed: bare });
  return {
    stepId,
    object: annotated,
    text: printed?.text ?? '',
    entries: printed === undefined ? [] : readEntries(list, { printed, find, ownership, played }),
    objectBytes: bytesOf(object),
    managedFieldsBytes: list.length === 0 ? 0 : bytesOf(list),
    updaters: updatersOf(object, ownership),
  };
}

interface Reading {
  readonly printed: PrintedYaml;
  readonly find: FindNode;
  readonly ownership: Ownership;
  readonly played: PlayedStep;
}

function readEntries(list: readonly Value[], reading: Reading): readonly EntryView[] {
  const { printed, find, ownership, played } = reading;
  const older = olderEntries(played, list.length);
  return (ownership.owners ?? []).flatMap(({ set, broken, ...owner }, index): readonly EntryView[] => {
    const item = list[index];
    const range = printed.locate([index])?.whole;
    if (item === undefined || range === undefined) return [];
    const entry = isMap(item) ? item : undefined;
    const tree = readFieldsTree(entry?.get('fieldsV1') ?? null);
    return [
      {
        ...owner,
        fieldCount: setSize(set),
        bytes: bytesOf(item),
        fieldsType: stringAt(entry, 'fieldsType') ?? '',
        older: older.has(index),
        broken,
        noTime: owner.time === undefined && broken === undefined ? noTimeOf(owner) : undefined,
        range,
        nodes: trieNodes(tree, [index, 'fieldsV1'], printed.locate, (path) => find(path, owner.apiVersion)),
      },
    ];
  });
}

function noTimeOf({ operation, subresource }: Pick<ManagerView, 'operation' | 'subresource'>): NoTime {
  if (subresource === 'scale') return 'scale';
  return operation === 'Apply' ? 'apply' : 'update';
}

/** The indices of entries that were pasted in the form of Kubernetes 1.16. */
function olderEntries({ step, text }: PlayedStep, count: number): ReadonlySet<number> {
  const pasted = step.kind === 'live' ? (listAt(mapAt(text.object, 'metadata'), 'managedFields') ?? []) : [];
  if (pasted.length !== count) return new Set();
  const isOlder = (entry: Value) => isMap(entry) && (entry.has('fields') || !entry.has('fieldsType'));
  return new Set([...pasted.entries()].flatMap(([index, entry]) => (isOlder(entry) ? index : [])));
}

function updatersOf(object: ValueMap, { owners = [] }: Ownership): EntriesView['updaters'] {
  const limit = oneMoreUpdater(object, stringAt(object, 'apiVersion') ?? '');
  const updates = owners.filter(({ operation }) => operation === 'Update').length;
  const folded = (limit?.folded ?? []).map(({ manager, subresource, apiVersion }) =>
    owners.findIndex(
      (owner) =>
        owner.operation === 'Update' &&
        owner.manager === manager &&
        owner.subresource === subresource &&
        owner.apiVersion === apiVersion,
    ),
  );
  return { count: limit?.updaters ?? updates, most: limit?.most ?? 10, folded: folded.filter((index) => index >= 0) };
}

function bytesOf(value: Value): number {
  return byteLength(formatJson(value));
}
