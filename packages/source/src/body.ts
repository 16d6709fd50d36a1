import type { DecodedBody } from '@managed-fields/api-server';
import { isMap, type JsonDuplicate, jsonTypeName, placeText, quote } from '@managed-fields/merge-engine';
import { readJson } from './json/parser.ts';
import { limits } from './limits.ts';
import { type Composed, compose } from './yaml/compose.ts';
import { parseYaml } from './yaml/parser.ts';

/**
 * Reads the body of a request as the server does, by its content type: `…+yaml` and `application/yaml` as YAML 1.1
 * (the first document only), everything else as JSON. An apply body (`application/apply-patch+yaml`) has to be a map
 * (null counts as an empty one), and the words of its errors name the step that failed; in the others any value is read.
 * Upstream: k8s.io/apimachinery pkg/util/yaml Unmarshal and UnmarshalStrict, runtime/serializer/json Decode,
 * sigs.k8s.io/yaml YAMLToJSON, sigs.k8s.io/json UnmarshalStrict.
 */
export function decodeBody(text: string, contentType: string): DecodedBody {
  const [type = ''] = contentType.toLowerCase().split(';');
  const mediaType = type.trim();
  if (mediaType === 'application/apply-patch+yaml') return decodeApply(text);
  return /[/+]yaml$/.test(mediaType) ? bodyOf(composeText(text), '') : decodeJson(text);
}

/** The body that a composed document makes. `prefix` is put before the message of a failure. */
export function bodyOf(composed: Composed, prefix: string): DecodedBody {
  if (composed.kind === 'failure') return { kind: 'malformed', message: `${prefix}${composed.failure.message}` };
  return { kind: 'value', value: composed.value, duplicates: composed.duplicates.map(({ message }) => message) };
}

function composeText(written: string): Composed {
  const text = wellFormed(written);
  const { root, failure } = parseYaml(text, 0, text.length, limits.depth);
  return failure === undefined ? compose(root, limits.depth) : { kind: 'failure', failure };
}

/** The text after a round through UTF-8: halves of surrogate pairs become U+FFFD. */
export function wellFormed(text: string): string {
  return loneSurrogate.test(text) ? text.replace(loneSurrogates, '\ufffd') : text;
}

const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

function decodeApply(text: string): DecodedBody {
  const body = bodyOf(composeText(text), 'error converting YAML to JSON: ');
  if (body.kind === 'malformed' || isMap(body.value)) return body;
  // Decoding null leaves upstream's empty object as it is.
  if (body.value === null) return { ...body, value: new Map() };
  const problem = `json: cannot unmarshal ${jsonTypeName(body.value)} into Go value of type map[string]interface {}`;
  return { kind: 'malformed', message: `error unmarshaling JSON: while decoding JSON: ${problem}` };
}

function decodeJson(text: string): DecodedBody {
  const parsed = readJson(wellFormed(text));
  if (parsed.kind === 'error') return { kind: 'malformed', message: parsed.message };
  return { kind: 'value', value: parsed.value, duplicates: duplicateFields(parsed.duplicates) };
}

const mostComplaints = 100;

/** Upstream names each path once, and only the first hundred. */
function duplicateFields(duplicates: readonly JsonDuplicate[]): string[] {
  const messages = new Set<string>();
  for (const { path } of duplicates) {
    if (messages.size < mostComplaints) messages.add(`duplicate field ${quote(placeText(path))}`);
  }
  return [...messages];
}
