import { printJson, readDocuments } from '@managed-fields/source';

/** Returns an object's YAML as JSON, as `kubectl get -o json` prints it; undefined where it is not readable. */
export function jsonOf(text: string): string | undefined {
  const value = readDocuments(text)[0]?.value;
  return value === undefined ? undefined : printJson(value);
}
