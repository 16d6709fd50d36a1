import { printJson, readDocuments } from '@managed-fields/source';

/** An object's YAML as JSON, as `kubectl get -o json` prints it; undefined where it does not read. */
export function jsonOf(text: string): string | undefined {
  const value = readDocuments(text)[0]?.value;
  return value === undefined ? undefined : printJson(value);
}
