import { measured } from './heights.ts';

/**
 * The room that the frame of an example of the gallery takes where it opens, as the attribute `room` says it: CSS pixels on a wide
 * screen, and on a phone. Undefined for an example that was not measured.
 */
export function roomOfExample(name: string): string | undefined {
  const line = measured.split('\n').find((each) => each.startsWith(`${name} `));
  return line?.slice(name.length + 1);
}
