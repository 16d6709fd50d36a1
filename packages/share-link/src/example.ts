/** An example of the gallery, at a step where one is named: by its id, or by its place from 1. */
export interface ExampleLink {
  readonly name: string;
  readonly step?: string;
}

/** The fragment of an example of the gallery, at a step (an id, or a number from 1) where one is given. */
export function encodeExample(name: string, step?: string): string {
  return step === undefined ? `x/${name}` : `x/${name}@${step}`;
}

/** The example that a fragment names; undefined where it names none. */
export function decodeExample(fragment: string): ExampleLink | undefined {
  const match = /^x\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([A-Za-z0-9]{1,64}))?$/.exec(fragment);
  const [, name, step] = match ?? [];
  if (name === undefined) return undefined;
  return step === undefined ? { name } : { name, step };
}
