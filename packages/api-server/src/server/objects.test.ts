import { expect, test } from 'vitest';
import { Objects, type StoredObject } from './objects.ts';

const stored = (number: number): StoredObject => ({ object: new Map(), resourceVersion: String(number) });

/** Numbers by a seed. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    yield state >> 8;
  }
}

test.each([1, 2, 3, 4])('holds what a map holds, in its order, after any changes (seed %i)', (seed) => {
  const random = numbers(seed);
  const next = (below: number) => (random.next().value ?? 0) % below;
  const map = new Map<string, StoredObject>();
  let objects = Objects.none;
  for (let turn = 0; turn < 3000; turn++) {
    const key = `/configmaps/default/${next(turn < 1500 ? 600 : 40)}`;
    const [earlier, was] = [objects, new Map(map)];
    if (next(4) === 0) {
      map.delete(key);
      objects = objects.without(key);
    } else {
      const object = stored(turn);
      map.set(key, object);
      objects = objects.with(key, object);
    }
    expect(objects.size).toBe(map.size);
    expect(objects.get(key)).toBe(map.get(key));
    expect(earlier.get(key)).toBe(was.get(key));
    const differ = objects.keysThatDiffer(earlier);
    if (was.get(key) !== map.get(key)) expect(differ.has(key)).toBe(true);
    if (turn % 50 !== 0) continue;
    expect([...objects]).toEqual([...map]);
    expect([...objects.keys()]).toEqual([...map.keys()]);
    expect([...objects.values()]).toEqual([...map.values()]);
    expect([...earlier.keys()]).toEqual([...was.keys()]);
  }
});
