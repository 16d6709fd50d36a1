import { catalogOf, type TypeCatalog } from '@managed-fields/api-server';
import type { SentRequest } from '@managed-fields/kubectl';
import {
  deducedType,
  type ExplainedKind,
  explainOwnership,
  type FieldOwnership,
  formatJson,
  isMap,
  mapAt,
  mapOf,
  type Ownership,
  setSize,
  stringAt,
  type ValuePath,
} from '@managed-fields/merge-engine';
import { hasApply, withApplyFlag } from '@managed-fields/scenario';
import type { FieldValue, MigrationView, StuckFields } from '../playback.ts';
import { preview } from '../preview.ts';
import { declaredFields, lastAppliedPath, lastAppliedText, readLastApplied } from './last-applied.ts';
import { playCommand } from './play-command.ts';
import type { PlayedStep } from './played-step.ts';
import { systemFields } from './three-way.ts';

/** The manager of a client-side apply without `--field-manager`. */
export const clientSideManager = 'kubectl-client-side-apply';

/**
 * What `kubectl apply --server-side` changes for each object that was applied client-side before and was not migrated
 * yet. Of a command that was refused for conflicts, it is what the same command with force changes. A dry run migrates
 * nothing and gives no views.
 * Upstream: k8s.io/kubectl pkg/cmd/apply/apply.go migrateToSSAIfNecessary, k8s.io/client-go util/csaupgrade/upgrade.go.
 */
export function migrationViews(played: PlayedStep): readonly MigrationView[] {
  const { step, text, before, outcome, command } = played;
  if (step.kind !== 'kubectl' || !hasApply(step.text)) return [];
  const forced = outcome.status === 'conflict';
  const ran = forced
    ? playCommand({ ...step, text: withApplyFlag(step.text, '--force-conflicts') }, text, before).command
    : command;
  const requests = (ran?.requests ?? []).filter(({ request }) => !request.query.has('dryRun'));
  const catalog = catalogOf(played.after.cluster);
  return [...new Set(requests.map(({ request }) => request.path))].flatMap((path) => {
    const view = viewOf(
      requests.filter(({ request }) => request.path === path),
      catalog,
    );
    return view === undefined ? [] : [{ ...view, forced }];
  });
}

/** The view for one object, made of the requests for it in the order in which they were sent. */
function viewOf(requests: readonly SentRequest[], catalog: TypeCatalog): Omit<MigrationView, 'forced'> | undefined {
  const [first] = requests.flatMap(({ trace }) => (trace?.operation === 'Apply' ? [trace] : []));
  const result = requests.findLast(({ trace }) => trace?.after !== undefined)?.trace?.after;
  if (first?.before === undefined || result === undefined) return undefined;
  const annotation = lastAppliedText(first.before);
  if (annotation === undefined) return undefined;
  const kind: ExplainedKind = catalog.findKind(first.apiVersion, first.kind) ?? { type: deducedType };
  const before = explainOwnership(first.before, kind);
  const keepers = before.fields.find(({ text }) => text === lastAppliedPath)?.owners ?? [];
  if (keepers.some((index) => before.owners?.[index]?.operation === 'Apply')) return undefined;
  const declared = declaredFields(readLastApplied(annotation), kind.type);
  const wanted = declaredFields(isMap(first.config) ? first.config : undefined, kind.type);
  const had = (field: FieldOwnership) =>
    declared.has(field.text) ||
    field.owners.some((index) => keepers.includes(index) || before.owners?.[index]?.manager === clientSideManager);
  const after = explainOwnership(result, kind);
  const left = new Map(after.fields.map((field) => [field.text, field]));
  const letGo = before.fields.flatMap((field) => {
    const now = left.get(field.text);
    const isPart = !field.leaf || field.within !== undefined || systemFields.has(field.text);
    if (isPart || now?.value === undefined || !had(field)) return [];
    if (now.owners.some((index) => isOurs(after.owners?.[index], first.manager))) return [];
    return wanted.has(field.text) ? [] : [{ field, now }];
  });
  const patch = requests.find(({ request }) => request.contentType === 'application/json-patch+json')?.request.body;
  return {
    object: `${first.kind} ${stringAt(mapAt(result, 'metadata'), 'name') ?? ''}`,
    manager: first.manager,
    deleted: deletedFields(before, left),
    // Client-side apply owned the defaults of its first write as well. Where such a default stays, nobody needs to know
    // that it lost its owner.
    unowned: letGo.flatMap(({ field, now }) => {
      const [value, was] = [shownField(now), shownField(field).value];
      return now.owners.length > 0 || (value.value === was && !declared.has(field.text))
        ? []
        : [{ ...value, before: was }];
    }),
    stuck: stuckFields(
      after,
      letGo.map(({ now }) => now),
      first.manager,
    ),
    patch: patch?.kind === 'value' ? `${formatJson(patch.value, { indent: 2 })}\n` : undefined,
    annotated: lastAppliedText(result) !== undefined,
  };
}

function deletedFields(before: Ownership, left: ReadonlyMap<string, FieldOwnership>): readonly FieldValue[] {
  const gone: ValuePath[] = [];
  return before.fields.flatMap((field) => {
    const { place, within, text } = field;
    if (place === undefined || within !== undefined || isSystem(text)) return [];
    // Whether the annotation stays is shown by itself (`annotated`).
    if (text === '.metadata.annotations') return [];
    if (gone.some((outer) => outer.every((step, index) => place[index] === step))) return [];
    if (left.get(text)?.place !== undefined) return [];
    gone.push(place);
    return [shownField(field)];
  });
}

function isOurs(owner: Pick<StuckFields, 'manager' | 'operation'> | undefined, manager: string): boolean {
  return owner?.operation === 'Apply' && owner.manager === manager;
}

function isSystem(text: string): boolean {
  return systemFields.has(text) || text.startsWith('.status.');
}

function shownField({ text, value }: FieldOwnership): FieldValue {
  return { path: text, value: value === undefined ? '' : preview(value) };
}

function stuckFields({ owners = [] }: Ownership, kept: readonly FieldOwnership[], ours: string): StuckFields[] {
  return owners.flatMap(({ manager, operation, subresource, set }, index): StuckFields[] => {
    if (isOurs({ manager, operation }, ours)) return [];
    const fields = kept.filter((field) => field.owners.includes(index)).map(shownField);
    if (fields.length === 0) return [];
    const entry = `/metadata/managedFields/${index}`;
    const tests = Object.entries({ manager, operation, ...(subresource === '' ? {} : { subresource }) }).map(
      ([key, value]) => mapOf({ op: 'test', path: `${entry}/${key}`, value }),
    );
    const drop = [...tests, mapOf({ op: 'remove', path: entry })];
    return [{ manager, operation, subresource, fieldCount: setSize(set), fields, drop: `${formatJson(drop)}\n` }];
  });
}
