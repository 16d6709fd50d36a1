import { isList, isMap, type Value } from '@managed-fields/merge-engine';
import type { Session } from '../session.ts';

/**
 * The value of a text that stands in YAML without quotes, as kustomize writes what it puts into a field: `8080` is a
 * number, `true` a boolean. Upstream: go.yaml.in/yaml/v3 resolve.go.
 */
export function plainValue(session: Session, text: string): Value {
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (!/^[-+.\w:]+$/.test(text)) return text;
  const [document] = session.host.readCore(text);
  if (document?.kind !== 'value') return text;
  const { value } = document;
  return isMap(value) || isList(value) || value === null ? text : value;
}

/** The first of some keys that YAML does not read as a text. */
export function oddKey(session: Session, keys: Iterable<string>): string | undefined {
  return [...keys].find((key) => plainValue(session, key) !== key);
}
