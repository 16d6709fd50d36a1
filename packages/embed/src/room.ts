import { measured } from './heights.ts';

/**
 * The room that the frame of an example of the gallery takes at a step, from 1, as the attribute `room` says it: CSS pixels on a
 * wide screen, and on a phone. Undefined for an example and a step that were not measured.
 */
export function roomOfExample(name: string, step = 1): string | undefined {
  return roomsOf(`x/${name}`)[step - 1];
}

/** The room that the frame of a lesson takes where it opens; likewise. */
export function roomOfLesson(name: string): string | undefined {
  return roomsOf(`l/${name}`)[0];
}

function roomsOf(fragment: string): readonly string[] {
  const line = measured.split('\n').find((each) => each.startsWith(`${fragment} `));
  return line?.slice(fragment.length + 1).split(',') ?? [];
}

/** What a frame has around the object, and what it says of an answer that is no success, in CSS pixels, more or less. */
const around = 260;
const ofAnswer = 160;
/** Height of a line of the object, and how many of them a frame shows. */
const [lineHeight, mostLines] = [20, 23];

/**
 * The height for the frame of a scenario that nobody measured, in CSS pixels, by its static view, or without one that of a long
 * object: the object scrolls within it, so that it need not be exact.
 */
export function heightOfView(html: string | undefined): number {
  if (html === undefined) return around + mostLines * lineHeight;
  const [, open = ''] = html.split('<details open>');
  const [first = '', ...folded] = open.split('<details class="mf-details">');
  const [shown = ''] = [first, ...folded.map((each) => each.slice(each.indexOf('</details>')))]
    .join('')
    .split('<details');
  const lines = shown.split('class="mf-line"').length - 1;
  return around + Math.min(lines, mostLines) * lineHeight + (shown.includes('class="mf-bad"') ? ofAnswer : 0);
}
