import { childPath, type ErrorPath, keyPath } from '@managed-fields/merge-engine';
import { emptyJsonSchema, type JsonSchema } from './json-schema.ts';

/** The schema at a path, or the server's error. */
export type FoundSchema =
  | { readonly kind: 'found'; readonly path: ErrorPath; readonly schema: JsonSchema }
  | { readonly kind: 'error'; readonly message: string };

const notAField = 'does not refer to a valid field';

/**
 * Finds the schema at a path of fields, `.spec.color` or `['spec']`; quoted names are allowed only with `brackets`.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/validation.go ValidFieldPath.
 */
export function findSchema(text: string, root: JsonSchema, brackets: boolean): FoundSchema {
  let schema = root;
  let path: ErrorPath;
  let rest = text;
  const refuse = (message: string): FoundSchema => ({ kind: 'error', message });
  while (rest !== '') {
    const part = nextPart(rest, brackets);
    if (part.kind === 'error') return part;
    if (schema.properties.size > 0) {
      const property = schema.properties.get(part.name);
      if (property === undefined) return refuse(notAField);
      path = childPath(path, part.name);
      schema = property;
    } else {
      const inner = schema.additionalProperties;
      if (inner === undefined) return refuse(notAField);
      path = keyPath(path, part.name);
      schema = inner.schema ?? emptyJsonSchema;
    }
    rest = rest.slice(part.length);
  }
  return { kind: 'found', path, schema };
}

type Part =
  | { readonly kind: 'part'; readonly name: string; readonly length: number }
  | { readonly kind: 'error'; readonly message: string };

function nextPart(rest: string, brackets: boolean): Part {
  const token = firstToken(rest);
  const refuse = (message: string): Part => ({ kind: 'error', message });
  if (token !== '.' && token !== '[') return refuse(`expected [ or . but got: ${token}`);
  if (token === '[' && !brackets) return refuse('array notation is not allowed');
  if (token === '.') {
    const name = firstToken(rest.slice(1));
    return name === '' ? refuse('unexpected end of JSON path') : { kind: 'part', name, length: 1 + name.length };
  }
  const [whole, quoted] = /^\['((?:[^'\\]|\\['\\])*)(?<!\\)'\]/.exec(rest) ?? [];
  // The server says no more of a path that may have brackets.
  if (whole === undefined || quoted === undefined) return refuse(notAField);
  return { kind: 'part', name: quoted.replace(/\\(.)/g, '$1'), length: whole.length };
}

/** Returns the first token: a delimiter, a quoted text, or the text before the next delimiter. */
function firstToken(text: string): string {
  return /^(?:[.[\]]|'(?:[^'\\]|\\.)*'|[^.[\]]+)/su.exec(text)?.[0] ?? text;
}
