import {
  isMap,
  listAt,
  mapAt,
  textAt,
  twoWayStrategicPatch,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { patch } from './client.ts';
import { type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { mappingForArgument } from './mapping.ts';
import { dryRunOf, usageFailure, validationOf } from './options.ts';
import { type DryRun, printerOf } from './print.ts';
import { select, visitTyped } from './selection.ts';
import type { Session } from './session.ts';
import { sameTaint, type Taint, type TaintSpecs, taintSpecs } from './taint-spec.ts';

/** `kubectl taint`. Upstream: k8s.io/kubectl pkg/cmd/taint/taint.go. */
export function runTaint(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const validation = validationOf(flags);
  if (validation.kind === 'failure') return validation;
  const isTaint = (word: string) => /[=:]/.test(word) || word.endsWith('-');
  const first = flags.args.findIndex(isTaint);
  const [resources, words] = first < 0 ? [flags.args, []] : [flags.args.slice(0, first), flags.args.slice(first)];
  const stray = words.find((word) => !isTaint(word));
  if (stray !== undefined) return fail(`all resources must be specified before taint changes: ${stray}`);
  const [resource, ...names] = resources;
  if (resource === undefined) return fail('one or more resources must be specified as <resource> <name>');
  if (words.length === 0) return fail('at least one taint update is required');
  const specs = taintSpecs(words);
  if (specs.kind === 'failure') return usageFailure('kubectl taint', specs.message);
  const problem = contradiction(session, flags, [resource, ...names], specs);
  if (problem !== undefined) return problem;
  const many = flags.truth('all') || flags.text('selector') !== '';
  const args = many ? ['nodes'] : names.map((name) => `nodes/${name}`);
  const selected = select(session, flags, { args, all: flags.truth('all'), latest: true });
  if (selected.kind === 'failure') return selected;
  return visitTyped(session, selected, (info) => taintOne(session, flags, info, specs, dryRun.value, validation.value));
}

/** Upstream: taint.go Validate. */
function contradiction(
  session: Session,
  flags: Flags,
  [resource, ...names]: readonly [string, ...string[]],
  { added, removed }: TaintSpecs,
): Failure | undefined {
  const type = resource.toLowerCase();
  const mapped = mappingForArgument(session.catalog, type);
  if (mapped.kind === 'failure') return { ...mapped, bare: true };
  if (mapped.version.resource.kind !== 'Node') {
    return fail(`invalid resource type ${type}, only node types are supported`);
  }
  const both = removed.flatMap((gone) =>
    added
      .filter((taint) => taint.key === gone.key && (gone.effect === '' || gone.effect === taint.effect))
      .map(() => gone),
  );
  if (both.length > 0) {
    const named = both.map(({ key, effect }) => `${key}=${effect}`).join(', ');
    return fail(`can not both modify and remove the following taint(s) in the same command: ${named}`);
  }
  const [all, selector] = [flags.truth('all'), flags.text('selector')];
  if (all && selector !== '') return fail("setting 'all' parameter with a non empty selector is prohibited");
  if (all || selector !== '' || names.length > 0) return undefined;
  return fail("at least one resource name must be specified since 'all' parameter is not set");
}

function taintOne(
  session: Session,
  flags: Flags,
  info: LoadedInfo,
  specs: TaintSpecs,
  dryRun: DryRun,
  fieldValidation: string,
): Failure | undefined {
  const before = taintsOf(info.object);
  const overwrite = flags.truth('overwrite');
  const there = specs.added.filter((taint) => before.some((each) => sameTaint(each, taint)));
  if (!overwrite && there.length > 0) {
    const keys = there.map(({ key }) => key).join(',');
    return fail(`node ${info.name} already has ${keys} taint(s) with same effect(s) and --overwrite is false`);
  }
  const changed = changedTaints(before, specs, overwrite);
  if (changed.kind === 'failure') return changed;
  const after = withTaints(info.object, changed.taints);
  const { patchType } = info.version;
  if (patchType === undefined) return undefined;
  const made = twoWayStrategicPatch(info.object, after, patchType);
  if (made.kind !== 'patch') return fail('message' in made ? made.message : '');
  // kubectl does not mention a dry run here.
  const printer = printerOf(session, flags, 'none', true);
  if ('kind' in printer) return printer;
  if (dryRun === 'client') {
    return printer.print(after, changed.operation);
  }
  const got = patch(session, info, 'strategic', made.patch, {
    fieldManager: flags.text('field-manager'),
    fieldValidation,
    dryRun: dryRun === 'server',
  });
  if (got.kind === 'failure') return got;
  return printer.print(got.object, changed.operation);
}

interface ChangedTaints {
  readonly kind: 'changed';
  readonly taints: readonly Taint[];
  readonly operation: string;
}

/** Upstream: utils.go reorganizeTaints. */
function changedTaints(
  before: readonly FullTaint[],
  { added, removed }: TaintSpecs,
  overwrite: boolean,
): ChangedTaints | Failure {
  let taints: readonly Taint[] = [...added, ...before.filter((old) => !added.some((each) => sameTaint(each, old)))];
  const isAdded = before.length !== taints.length;
  let isRemoved = false;
  const failures: Failure[] = [];
  for (const gone of removed) {
    const left = taints.filter((taint) => (gone.effect === '' ? taint.key !== gone.key : !sameTaint(taint, gone)));
    isRemoved = left.length !== taints.length;
    if (!isRemoved) failures.push(fail(`taint "${gone.key}${gone.effect === '' ? '' : `:${gone.effect}`}" not found`));
    taints = left;
  }
  const failed = together(failures);
  if (failed !== undefined) return failed;
  const operation = (isAdded && isRemoved) || overwrite ? 'modified' : isAdded ? 'tainted' : 'untainted';
  return { kind: 'changed', taints, operation };
}

/** A taint that a node has, with all of its fields. */
interface FullTaint extends Taint {
  readonly object: ValueMap;
}

function taintsOf(node: ValueMap): readonly FullTaint[] {
  return (listAt(mapAt(node, 'spec'), 'taints') ?? []).filter(isMap).map((object) => ({
    key: textAt(object, 'key'),
    value: textAt(object, 'value'),
    effect: textAt(object, 'effect'),
    object,
  }));
}

function withTaints(node: ValueMap, taints: readonly (Taint | FullTaint)[]): ValueMap {
  const list = taints.map((taint): Value => {
    if ('object' in taint) return taint.object;
    const { key, value, effect } = taint;
    return new Map([['key', key], ...(value === '' ? [] : [['value', value] as const]), ['effect', effect]]);
  });
  const spec = new Map(mapAt(node, 'spec'));
  if (list.length === 0) spec.delete('taints');
  else spec.set('taints', list);
  return withEntry(node, 'spec', spec);
}
