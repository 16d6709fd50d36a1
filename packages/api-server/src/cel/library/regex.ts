import { compilePattern } from '../../pattern/pattern.ts';
import { type CelValue, celError, listValue } from '../value/cel-value.ts';
import { type Declaration, overloads } from './declaration.ts';

function find(text: CelValue, pattern: CelValue): CelValue {
  const compiled = compilePattern(String(pattern));
  if (compiled.kind === 'error') return celError(`Illegal regex: ${compiled.message}`);
  return compiled.findAll(String(text), 1)[0] ?? '';
}

function findAll(text: CelValue, pattern: CelValue, count: CelValue): CelValue {
  const compiled = compilePattern(String(pattern));
  if (compiled.kind === 'error') return celError(`Illegal regex: ${compiled.message}`);
  return listValue(compiled.findAll(String(text), Number(count)));
}

/** Functions that find matches of patterns. Upstream: k8s.io/apiserver pkg/cel/library/regex.go. */
export const regexLibrary: readonly Declaration[] = [
  overloads('find', ['string.(string) string', (text = null, pattern = null) => find(text, pattern)]),
  overloads(
    'findAll',
    ['string.(string) list(string)', (text = null, pattern = null) => findAll(text, pattern, -1n)],
    ['string.(string, int) list(string)', (text = null, pattern = null, count = null) => findAll(text, pattern, count)],
  ),
];
