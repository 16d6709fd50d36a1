import { quote } from '@managed-fields/merge-engine';

/** A map or a list that is being read. */
interface Open {
  readonly path: string;
  /** Whether it stands in a field that is unknown. */
  readonly isUnknown: boolean;
  readonly isList: boolean;
  /** Of a list: how many items were read. */
  index: number;
  /** Of a map: whether a key comes next, the path of the last one, and whether that is an unknown field. */
  isKeyNext: boolean;
  key: string;
  keyIsUnknown: boolean;
}

/**
 * The complaints about a JSON text in the order in which a decoder that reads it once comes to them. What stands in an
 * unknown field is passed over, so of duplicates in there nothing is said. Where the text is not known, duplicates come first.
 * Upstream: sigs.k8s.io/json internal/golang/encoding/json/decode.go object, kubernetes_patch.go.
 */
export function inDocumentOrder(
  text: string | undefined,
  duplicates: readonly string[],
  unknown: readonly string[],
): readonly string[] {
  if (text === undefined || duplicates.length === 0) return [...duplicates, ...unknown];
  const wanted = { duplicates: new Set(duplicates), unknown: new Set(unknown) };
  const found = new Set<string>();
  const seen = new Set<string>();
  const open: Open[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') open.push(opened(inner, token === '['));
    else if (token === '}' || token === ']') open.pop();
    else if (inner === undefined) continue;
    else if (token === ',') {
      inner.index++;
      inner.isKeyNext = !inner.isList;
    } else if (inner.isKeyNext) {
      inner.isKeyNext = false;
      const name: string = JSON.parse(token);
      inner.key = inner.path === '' ? name : `${inner.path}.${name}`;
      const complaint = `unknown field ${quote(inner.key)}`;
      inner.keyIsUnknown = wanted.unknown.has(complaint);
      if (inner.isUnknown) continue;
      const duplicate = `duplicate field ${quote(inner.key)}`;
      if (inner.keyIsUnknown) found.add(complaint);
      else if (seen.has(inner.key) && wanted.duplicates.has(duplicate)) found.add(duplicate);
      seen.add(inner.key);
    }
  }
  return [...new Set([...found, ...unknown])].slice(0, mostComplaints);
}

const mostComplaints = 100;

function opened(outer: Open | undefined, isList: boolean): Open {
  const path = outer === undefined ? '' : outer.isList ? `${outer.path}[${outer.index}]` : outer.key;
  const isUnknown = outer !== undefined && (outer.isUnknown || outer.keyIsUnknown);
  return { path, isUnknown, isList, index: 0, isKeyNext: !isList, key: '', keyIsUnknown: false };
}
