import { parseJson } from './json.ts';
import { isMap, type Value, type ValueMap } from './value.ts';

/** The value of a JSON text that a test has written; throws where it is none. */
export function read(text: string): Value {
  const parsed = parseJson(text);
  if (parsed.kind === 'error') throw new Error(`${parsed.message}: ${text}`);
  return parsed.value;
}

/** The object of a JSON text that a test has written; throws where it is none. */
export function readObject(text: string): ValueMap {
  const value = read(text);
  if (!isMap(value)) throw new Error(`no object: ${text}`);
  return value;
}
