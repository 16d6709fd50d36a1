import { expect, test } from 'vitest';
import { need, PartMissing, part, withParts } from './part.ts';

test('work begins again until all parts that it needs are here, and each is loaded once', async () => {
  const loads: string[] = [];
  const load = (name: string) => async () => {
    loads.push(name);
    return name;
  };
  const [first, second] = [part(load('first')), part(load('second'))];
  let begun = 0;
  const work = () => {
    begun++;
    return `${need(first)} ${need(second)}`;
  };
  expect(work).toThrow(PartMissing);
  await expect(withParts(work)).resolves.toBe('first second');
  await expect(withParts(work)).resolves.toBe('first second');
  expect({ loads, begun }).toEqual({ loads: ['first', 'second'], begun: 5 });
});

test('a part that cannot be fetched fails the work, and may be asked for again', async () => {
  let online = false;
  const late = part(async () => {
    if (!online) throw new Error('offline');
    return 1;
  });
  await expect(withParts(() => need(late))).rejects.toThrow('offline');
  online = true;
  await expect(withParts(() => need(late))).resolves.toBe(1);
});

test('an error of the work itself is passed on', async () => {
  await expect(
    withParts(() => {
      throw new Error('a bug');
    }),
  ).rejects.toThrow('a bug');
});

test('code that was put in place needs no loading', () => {
  const placed = part(() => Promise.reject(new Error('never asked')));
  placed.put(7 as never);
  expect(need(placed)).toBe(7);
});

test('a part that cannot be fetched is done without where something stands for it', async () => {
  const late = part<string>(() => Promise.reject(new Error('offline')), 'nothing');
  await expect(withParts(() => need(late))).resolves.toBe('nothing');
  const here = part(async () => 'code', 'nothing');
  await expect(withParts(() => need(here))).resolves.toBe('code');
});
