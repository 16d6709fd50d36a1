import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { isList, isMap, listAt, stringAt, type Value, type ValueList } from '../value/value.ts';
import { ListInPlace, withoutDuplicates } from './list-in-place.ts';
import { patchError } from './patch-schema.ts';
import { splitDeletions } from './strategic-directives.ts';
import { checkOrder, elementKind, interleave, partition, sameKey, sortByOrder } from './strategic-order.ts';

/** Cases of the functions with which upstream orders lists, and the answers that they gave in Go. */
const cases = read(readFileSync(new URL('./strategic-order.cases.json', import.meta.url), 'utf8'));
const rows = (isList(cases) ? cases : []).filter(isMap).map((each) => {
  const given = listAt(each, 'given') ?? [];
  return [stringAt(each, 'of') ?? '', formatJson(given), given, each.get('gives') ?? null] as const;
});

const list = (value: Value | undefined): ValueList => (isList(value) ? value : []);

/** What a function of this module answers, and what upstream's answer is in its form. */
function answers(of: string, given: ValueList, gives: Value): readonly [unknown, unknown] {
  const [a, b] = [list(given[0]), list(given[1])];
  const [first, second] = isList(gives) ? gives : [];
  const mergeKey = given.find((each, index) => index > 1 && typeof each === 'string');
  const key = typeof mergeKey === 'string' ? mergeKey : '';
  const maps = given.at(-1) === true;
  switch (of) {
    case 'kind':
      return [
        elementKind(...given.map((each) => (isList(each) ? each : undefined))),
        { kind: 'elements', maps: gives },
      ];
    case 'sort':
      return [sortByOrder(a, b, key, maps), { kind: 'list', list: gives }];
    case 'interleave':
      return [interleave(a, b, list(given[2]), list(given[3]), key, maps), { kind: 'list', list: gives }];
    case 'partition':
      return [partition(a, b, key), { kind: 'parts', inside: first, outside: second }];
    case 'check':
      return [checkOrder(a, b, key), undefined];
    case 'same':
      return [sameKey(given[0] ?? null, given[1] ?? null, key), { kind: 'compared', equal: gives }];
    case 'split':
      return [splitDeletions(a), { kind: 'split', kept: first, deleted: second }];
    default:
      return [withoutDuplicates(a), gives];
  }
}

it.each(rows)('%s of %s', (of, _text, given, gives) => {
  const [answer, wanted] = answers(of, given, gives);
  const error = isMap(gives) ? stringAt(gives, 'error') : undefined;
  expect(answer).toEqual(error === undefined ? wanted : { ...patchError(error), reason: expect.any(String) });
});

it('changes a list as a slice in Go is changed', () => {
  const place = new ListInPlace(list(read('[{"n":"a"},{"n":"b"},{"n":"c"},{"n":"b"},1]')), 'n');
  const [b, d] = list(read('[{"n":"b","v":1},{"n":"d"}]'));
  const fresh = new ListInPlace([], 'n');
  fresh.append(d ?? null);
  expect(fresh.find('d')).toEqual({ index: 0, item: d });
  const shown = () => [place.items(), place.overwritten()].map((each) => formatJson(each));
  expect(place.find('b')?.index).toBe(1);
  expect(place.find('d')).toBeUndefined();
  place.set(1, b ?? null);
  place.append(d ?? null);
  expect(place.find('b')).toEqual({ index: 1, item: b });
  expect(place.find('d')?.index).toBe(5);
  place.set(0, d ?? null);
  expect(place.find('a')).toBeUndefined();
  expect(place.find('d')?.index).toBe(0);
  place.deleteAll(['b', 'c']);
  expect(place.find('d')?.index).toBe(0);
  expect(place.find('b')).toBeUndefined();
  expect(shown()).toEqual(['[{"n":"d"},1,{"n":"d"}]', '[{"n":"d"},1,{"n":"d"},{"n":"b"},1]']);
  place.append(b ?? null);
  expect(shown()[1]).toBe('[{"n":"d"},1,{"n":"d"},{"n":"b","v":1},1]');
});
