import { childPath, type ErrorPath, keyPath } from '@managed-fields/merge-engine';
import type { JsonSchema } from './json-schema.ts';

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
      const inner = schema.additionalProperties?.schema;
      if (inner === undefined) return refuse(notAField);
      path = keyPath(path, part.name);
      schema = inner;
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
  const name = firstToken(rest.slice(1));
  if (name === '') return refuse('unexpected end of JSON path');
  if (token === '.') return { kind: 'part', name, length: 1 + name.length };
  if (!/^'.*'$/su.test(name) || name.length < 2) return refuse(`expected single quoted string but got ${name}`);
  const close = firstToken(rest.slice(1 + name.length));
  if (close === '') return refuse('unexpected end of JSON path');
  if (close !== ']') return refuse(`expected ] but got ${close}`);
  return { kind: 'part', name: name.slice(1, -1).replace(/\\(.)/gsu, '$1'), length: name.length + 2 };
}

/** Returns the first token: a delimiter, a quoted text, or the text before the next delimiter. */
function firstToken(text: string): string {
  return /^(?:[.[\]]|'(?:[^'\\]|\\.)*'|[^.[\]]+)/su.exec(text)?.[0] ?? text;
}
