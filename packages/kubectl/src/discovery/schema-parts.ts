import { isMap, mapAt, type ValueMap } from '@managed-fields/merge-engine';

/** A schema with another in place of each that it has of its items, of its properties and of others than these. */
export function withParts(schema: ValueMap, change: (part: ValueMap) => ValueMap): ValueMap {
  const made = new Map(schema);
  for (const key of ['items', 'additionalProperties']) {
    const part = mapAt(schema, key);
    if (part !== undefined) made.set(key, change(part));
  }
  const properties = mapAt(schema, 'properties');
  if (properties !== undefined) {
    made.set('properties', new Map([...properties].map(([name, each]) => [name, isMap(each) ? change(each) : each])));
  }
  return made;
}
