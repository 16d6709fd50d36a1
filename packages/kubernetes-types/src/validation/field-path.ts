/** A field as the server writes it: `spec.containers[0].name`; the empty text is the whole object. */
export type Field = string;

/** A field of a field; several names go several steps down. */
export function child(field: Field, ...names: readonly string[]): Field {
  let path = field;
  for (const name of names) path = path === '' ? name : `${path}.${name}`;
  return path;
}

/** An item of a list, or an entry of a map. */
export function at(field: Field, key: number | string): Field {
  return `${field}[${key}]`;
}
