/** A link to an example of the gallery. `step` is the id of a step, or its number from 1. */
export interface ExampleLink {
  readonly name: string;
  readonly step?: string;
}

/**
 * Writes the fragment of an example of the gallery.
 *
 * @param name - The name of its file, `hpa-handover`.
 * @param step - The id of a step, or its number from 1.
 */
export function encodeExample(name: string, step?: string): string {
  return step === undefined ? `x/${name}` : `x/${name}@${step}`;
}

/** Reads the example that a fragment names; undefined where it names none. */
export function decodeExample(fragment: string): ExampleLink | undefined {
  const match = /^x\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([A-Za-z0-9]{1,64}))?$/.exec(withoutTail(fragment));
  const [, name, step] = match ?? [];
  if (name === undefined) return undefined;
  return step === undefined ? { name } : { name, step };
}

/** Writes the fragment of a lesson. */
export function encodeLesson(name: string): string {
  return `l/${name}`;
}

/** Reads the lesson that a fragment names; undefined where it names none. */
export function decodeLesson(fragment: string): string | undefined {
  return /^l\/([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(withoutTail(fragment))?.[1];
}

/**
 * A fragment without the punctuation, brackets, quotes and white space that a sentence or a chat program put behind it,
 * percent-encoded or not. No fragment that this package writes ends in any of these.
 */
export function withoutTail(fragment: string): string {
  let end = fragment.length;
  for (;;) {
    if (/^%[\da-f]{2}$/i.test(fragment.slice(Math.max(end - 3, 0), end))) end -= 3;
    else if (end > 0 && /[^\w/-]/.test(fragment.charAt(end - 1))) end--;
    else return fragment.slice(0, end);
  }
}
