import { jsonPathOf } from '@managed-fields/api-server/tables';
import {
  formatValue,
  goTypeName,
  isList,
  isMap,
  mapAt,
  metadataOf,
  quote,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { get } from './client.ts';
import { isInfo } from './documents.ts';
import { type Failure, fail, hasReason, isFailure } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Info } from './info.ts';
import { objectName } from './info.ts';
import { printerOf } from './print.ts';
import { relaxedPath } from './printing/custom-columns.ts';
import { type Selected, select, visitEach } from './selection.ts';
import type { Session } from './session.ts';
import { localResourceError } from './set-image.ts';

/** Whether something holds of an object, or why that cannot be said. */
type Check = (object: ValueMap) => boolean | Failure;

/** What is waited for: that an object is gone or there, or that something holds of it. */
type Condition =
  | { readonly kind: 'delete' }
  | { readonly kind: 'create' }
  | { readonly kind: 'check'; readonly check: Check };

const timedOut = 'timed out waiting for the condition';

/**
 * `kubectl wait`. Nothing happens in a scenario while a command waits: what does not hold at once ends as when the time has
 * run out. Upstream: k8s.io/kubectl pkg/cmd/wait.
 */
export function runWait(session: Session, flags: Flags): Failure | undefined {
  const printer = printerOf(session, flags, 'none');
  if (isFailure(printer)) return printer;
  const isMore = hasChange('severalConditions', session.host.release);
  const asked = isMore ? flags.list('for') : [flags.list('for').at(-1) ?? ''];
  const conditions: Condition[] = [];
  for (const text of asked) {
    const condition = conditionOf(text);
    if (isFailure(condition)) return condition;
    conditions.push(condition);
  }
  if (conditions.length === 0) return fail('unrecognized condition: []');
  if (flags.truth('local') && flags.args.length > 0) return fail(localResourceError);
  const has = (name: string) => asked.some((text) => text.toLowerCase() === name);
  const find = () =>
    select(session, flags, {
      args: flags.args,
      allowAll: flags.truth('all'),
      allNamespaces: flags.truth('all-namespaces'),
      enforcedEverywhere: true,
      fieldSelector: flags.text('field-selector'),
      latest: true,
      local: flags.truth('local'),
    });
  if (has('create')) {
    const found = firstOf(find());
    if (isFailure(found)) return found;
    if (found === undefined) return fail(timedOut);
  }
  const selected = find();
  if (isFailure(selected)) return selected;
  let count = 0;
  // All share one timeout.
  let isOver = false;
  const check = (info: Info): Failure | undefined => {
    count++;
    for (const condition of conditions) {
      const met = meet(session, flags, info, condition, isOver);
      if (isFailure(met)) isOver ||= met.message.startsWith(timedOut);
      const failed = isFailure(met) ? met : printer.print(met, 'condition met');
      if (failed !== undefined) return failed;
    }
    return undefined;
  };
  const failed = visitEach(selected, check, has('delete') ? 'NotFound' : '');
  if (failed !== undefined) return failed;
  return count === 0 && !has('delete') ? fail('no matching resources found') : undefined;
}

/** The first object that is there; undefined where there is none. */
function firstOf(selected: Selected | Failure): Info | Failure | undefined {
  if (isFailure(selected)) return selected;
  let first: Info | undefined;
  for (const info of selected.visit()) {
    if (isInfo(info)) first ??= info;
    // What a file names is not waited for.
    else return hasReason(info, 'NotFound') && !info.loading ? undefined : info;
  }
  return first;
}

/** Upstream: wait.go conditionFuncsFor. */
function conditionOf(text: string): Condition | Failure {
  const lower = text.toLowerCase();
  if (lower === 'delete' || lower === 'create') return { kind: lower };
  if (text.startsWith('condition=')) {
    const asked = text.slice('condition='.length);
    const at = asked.indexOf('=');
    const check = at < 0 ? ofCondition(asked, 'true') : ofCondition(asked.slice(0, at), asked.slice(at + 1));
    return { kind: 'check', check };
  }
  if (text.startsWith('jsonpath=')) return pathCondition(text.slice('jsonpath='.length));
  return fail(`unrecognized condition: ${quote(text)}`);
}

/** Upstream: condition.go checkCondition. */
function ofCondition(name: string, status: string): Check {
  return (object) => {
    const conditions = mapAt(object, 'status')?.get('conditions') ?? [];
    if (!isList(conditions)) {
      const what = `${formatValue(conditions)} is of the type ${goTypeName(conditions)}`;
      return fail(`.status.conditions accessor error: ${what}, expected []interface{}`);
    }
    for (const each of conditions) {
      if (!isMap(each) || stringAt(each, 'type')?.toLowerCase() !== name.toLowerCase()) continue;
      const is = stringAt(each, 'status');
      if (is === undefined) continue;
      const generation = metadataOf(object)?.get('generation');
      const observed = each.get('observedGeneration') ?? mapAt(object, 'status')?.get('observedGeneration');
      if (typeof generation === 'bigint' && typeof observed === 'bigint' && observed < generation) return false;
      return is.toLowerCase() === status.toLowerCase();
    }
    return false;
  };
}

/** Upstream: wait.go processJSONPathInput, newJSONPathParser. */
function pathCondition(text: string): Condition | Failure {
  const [expression = '', written, ...more] = text.split(/(?<!=)=(?!=)/);
  if (more.length > 0) {
    return fail(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    );
  }
  const relaxed = relaxedPath(expression);
  if (isFailure(relaxed)) return relaxed;
  const wanted = written?.replace(/^['"]+|['"]+$/g, '');
  if (wanted === '') {
    return fail("jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3");
  }
  if (relaxed === '') return fail('jsonpath expression cannot be empty');
  const read = jsonPathOf(relaxed, { allowMissingKeys: true });
  if (read.kind === 'error') return fail(read.message);
  return {
    kind: 'check',
    check(object) {
      const found = read.path.find(object);
      if (found.kind !== 'found') return fail(found.kind === 'error' ? found.message : timedOut);
      const [first] = found.results;
      if (first === undefined || first.length === 0) return false;
      if (first.length > 1) return fail('given jsonpath expression matches more than one value');
      if (wanted === undefined) return true;
      const value: Value = first[0] ?? null;
      if (isMap(value) || isList(value)) {
        return fail('jsonpath leads to a nested object or list which is not supported');
      }
      return (value === null ? '<nil>' : String(value)).trim() === wanted.trim();
    },
  };
}

/** The object of which a condition holds, or why it does not; `isOver`: an object before it has used up the time. Upstream: condition.go getObjAndCheckCondition. */
function meet(session: Session, flags: Flags, info: Info, condition: Condition, isOver: boolean): ValueMap | Failure {
  const { version, name } = info;
  const object = info.object ?? new Map<string, Value>();
  if (condition.kind === 'create') return object;
  if (name === '') return fail('resource name must be provided');
  const once = flags.text('timeout') === '0' || flags.text('timeout') === '0s';
  const late = fail(
    once ? `condition not met for ${objectName(info)}` : `${timedOut} on ${version.resource.plural}/${name}`,
  );
  if (condition.kind === 'delete' || once) {
    const got = get(session, info);
    if (condition.kind === 'delete') {
      if (got.kind === 'failure') return hasReason(got, 'NotFound') ? object : got;
      return late;
    }
    if (got.kind === 'failure') return got;
    const met = condition.check(got.object);
    return isFailure(met) ? met : met ? got.object : late;
  }
  if (isOver) return late;
  // kubectl reads the object once more, by the watch that it opens.
  const met = condition.check(object);
  return isFailure(met) ? met : met ? object : late;
}
