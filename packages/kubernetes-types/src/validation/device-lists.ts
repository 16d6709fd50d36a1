import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { declarative, duplicate, type Errors, inVersions, tooMany } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { list } from './object.ts';

/*
 * Lists with a limit, as the kinds of devices have them.
 * Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go validateSlice, validateSet, validateMap.
 */

/** What items are told apart by: a value, or the JSON that the server shows. */
type Key = Value | { readonly raw: string };

/** How a list is checked. */
export interface ListRules {
  /** The most items; absent where there is no limit. */
  readonly most?: number;
  /** Whether declarative validation looks at the size from v1.37 on. */
  readonly covered?: true;
  /** What no two items may share, as the server shows it; absent where items may be alike. */
  key?(item: Value): Key;
  /** The field of an item that v1.34 says is there twice; absent: the item. */
  readonly keyField?: string;
  /** What v1.34 shows of every key; absent: the key. */
  readonly formerKey?: Key;
  /**
   * The type of the items where declarative validation looks for those that are alike from v1.37 on, which shows them
   * whole.
   */
  readonly coveredKeys?: string;
}

/** Complaints about a list and its items. Until v1.34 items beyond the limit were looked at as well. */
export function checkedList(
  holder: ValueMap | undefined,
  name: string,
  place: Field,
  check: (item: Value, field: Field) => Errors,
  rules: ListRules,
): Errors {
  const items = list(holder, name);
  const field = child(place, name);
  const most = rules.most ?? Number.POSITIVE_INFINITY;
  const own = () => items.flatMap((item, i) => check(item, at(field, i)));
  if (items.length <= most) return withRepeated(own(), items, field, rules);
  const size = [tooMany(field, items.length, most)];
  return [
    ...inVersions({ until: 'v1.34' }, [...own(), ...size, ...repeated(items, field, rules).former]),
    ...inVersions({ from: 'v1.35' }, rules.covered === true ? declarative('v1.37', size) : size),
  ];
}

function withRepeated(own: Errors, items: readonly Value[], field: Field, rules: ListRules): Errors {
  const { former, later, declared } = repeated(items, field, rules);
  return [...declared, ...own, ...inVersions({ until: 'v1.34' }, former), ...later];
}

function repeated(items: readonly Value[], field: Field, { key, keyField, formerKey, coveredKeys }: ListRules) {
  const none: Errors = [];
  if (key === undefined) return { former: none, later: none, declared: none };
  const keys = items.map((item) => key(item));
  const texts = keys.map((each) => JSON.stringify(each));
  const twice = items.flatMap((_, i) => (texts.indexOf(texts[i] ?? '') < i ? [i] : []));
  const placeOf = (i: number) => (keyField === undefined ? at(field, i) : child(at(field, i), keyField));
  const later = twice.map((i) => duplicate(at(field, i), keys[i] ?? null));
  return {
    former: twice.map((i) => duplicate(placeOf(i), formerKey ?? keys[i] ?? null)),
    later: inVersions({ from: 'v1.35', ...(coveredKeys === undefined ? {} : { until: 'v1.36' as const }) }, later),
    declared:
      coveredKeys !== undefined
        ? declarative(
            'v1.37',
            inVersions(
              { from: 'v1.37' },
              twice.map((i) => duplicate(at(field, i), { type: coveredKeys, of: items[i], served: true })),
            ),
          )
        : none,
  };
}

/** A key as a complaint shows it, cut in the middle where it is too long. Upstream: truncateIfTooLong. */
export function shortened(key: string, most: number): string {
  if (key.length <= most) return key;
  const rest = most - '...'.length;
  return `${key.slice(0, Math.floor((rest + 1) / 2))}...${key.slice(key.length - Math.floor(rest / 2))}`;
}
