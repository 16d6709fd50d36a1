import { bytesOfBase64, lossyText } from '@managed-fields/merge-engine';
import { decodeFailure, type Failure } from './failure.ts';
import type { ScalarNode } from './node.ts';
import { type ResolvedScalar, resolvePlain, type Scalar } from './resolve.ts';

const prefix = 'tag:yaml.org,2002:';

/** How the value of a scalar node is found. */
export type Resolve = (node: ScalarNode) => { readonly value: Scalar } | Failure;

/**
 * Resolves a scalar node as the third version of the library does, which kustomize reads with: `yes`, `on` and the like are
 * texts, and a plain time is written out in full. Upstream: go.yaml.in/yaml/v3 resolve.go.
 */
export function resolveCore(node: ScalarNode): { readonly value: Scalar } | Failure {
  if (node.tag !== '' || !node.plain) return resolveScalar(node);
  const resolved = resolvePlain(node.text);
  if (resolved.kind === 'bool' && !/^(?:true|false)$/i.test(node.text)) return { value: node.text };
  return resolved.kind === 'timestamp' ? { value: fullTime(node.text) } : resolved;
}

/** A time as Go's encoding/json writes it. */
function fullTime(text: string): string {
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    /^(\d+)-(\d+)-(\d+)(?:[Tt ] *(\d+):(\d+):(\d+)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const two = (part: string) => part.padStart(2, '0');
  const parts = withoutZeros(fraction.slice(0, 9));
  const date = `${year}-${two(month)}-${two(day)}`;
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${parts === '' ? '' : `.${parts}`}${zone}`;
}

/** Digits without the zeros at their end. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/**
 * Resolves a scalar node. A quoted one is a string, a plain one is resolved by its text, a tagged one by its tag, which
 * fails if the text does not fit.
 * Upstream: go.yaml.in/yaml/v2 decode.go decoder.scalar, resolve.go resolve.
 */
export function resolveScalar(node: ScalarNode): { readonly value: Scalar } | Failure {
  if (node.tag === '') return node.plain ? resolvePlain(node.text) : { value: node.text };
  const kind = node.tag.startsWith(prefix) ? node.tag.slice(prefix.length) : undefined;
  switch (kind) {
    case 'bool':
    case 'int':
    case 'float':
    case 'null':
    case 'timestamp':
      return resolveAs(kind, node);
    case 'binary': {
      const bytes = bytesOfBase64(node.text);
      // Each byte that is not UTF-8 becomes U+FFFD, as when Go writes JSON.
      if (bytes !== undefined) return { value: lossyText(bytes) };
      return decodeFailure('invalid-tag', 'yaml: !!binary value contains invalid base64 data', node);
    }
    default:
      return { value: node.text };
  }
}

type TagKind = 'bool' | 'int' | 'float' | 'null' | 'timestamp';

function resolveAs(kind: TagKind, node: ScalarNode): { readonly value: Scalar } | Failure {
  const resolved = resolveTagged(kind, node.text);
  if (resolved.kind === kind) return resolved;
  if (kind === 'float' && resolved.kind === 'int' && isSigned(resolved.value)) return { value: Number(resolved.value) };
  return decodeFailure('invalid-tag', `yaml: cannot decode !!${resolved.kind} \`${node.text}\` as a !!${kind}`, node);
}

/** A tagged text is a time only if the tag says so. */
function resolveTagged(kind: TagKind, text: string): ResolvedScalar {
  const resolved = resolvePlain(text);
  return resolved.kind === 'timestamp' && kind !== 'timestamp' ? { kind: 'str', value: text } : resolved;
}

function isSigned(value: Scalar): boolean {
  return typeof value === 'bigint' && value < 2n ** 63n;
}
