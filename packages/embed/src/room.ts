import { measured } from './heights.ts';

/**
 * The room that the frame of an example of the gallery takes at a step (from 1), as the attribute `room` says it: CSS pixels on
 * a wide screen, and on a phone. Undefined for an example that was not measured.
 */
export function roomOfExample(name: string, step = 1): string | undefined {
  const line = measured.split('\n').find((each) => each.startsWith(`${name} `));
  return line?.split(' ')[step]?.replace(',', ' ');
}
