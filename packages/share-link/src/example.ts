/** A link to an example of the gallery. `step` is the id of a step, or its number from 1. */
export interface ExampleLink {
  readonly name: string;
  readonly step?: string;
}

/** Writes the fragment of an example of the gallery. */
export function encodeExample(name: string, step?: string): string {
  return step === undefined ? `x/${name}` : `x/${name}@${step}`;
}

/** Reads the example that a fragment names; undefined where it names none. */
export function decodeExample(fragment: string): ExampleLink | undefined {
  const match = /^x\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([A-Za-z0-9]{1,64}))?$/.exec(fragment);
  const [, name, step] = match ?? [];
  if (name === undefined) return undefined;
  return step === undefined ? { name } : { name, step };
}
