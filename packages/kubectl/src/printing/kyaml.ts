import {
  formatJson,
  isList,
  isMap,
  parseTime,
  sortedKeys,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail } from '../failure.ts';

const fold = '\\\n';
const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
const space = /\p{White_Space}/u;
/** What YAML's reader refuses, and JSON leaves as it is. */
const refused = /[\x7f-\x84\x86-\x9f\ufffe\uffff]/;
// YAML's own escapes, as upstream lists them there: Go's `%q` (`quote` of merge-engine) has the first nine only.
const named: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\0', '\\0'],
  ['\u001b', '\\e'],
  ['\u00a0', '\\_'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

/**
 * A document of KYAML, with its header and the last line break; a failure where YAML refuses a character of a text, or a key.
 * Upstream: sigs.k8s.io/yaml kyaml/kyaml.go Encoder.FromObject, which reads JSON as YAML first.
 */
export function formatKyaml(object: ValueMap, sortKeys: boolean): string | Failure {
  const json = formatJson(object, { sortKeys });
  const problem = refused.test(json) ? 'control characters are not allowed' : keyProblem(json);
  return problem === undefined ? `---\n${render(object, 0, sortKeys)}\n` : fail(`error decoding: yaml: ${problem}`);
}

/**
 * What YAML's reader says of a key that breaks a line, or is longer than it looks ahead for the colon.
 * Upstream: go.yaml.in/yaml/v3 scannerc.go yaml_simple_key_is_valid, parserc.go yaml_parser_parse_flow_mapping_key.
 */
function keyProblem(json: string): string | undefined {
  const open: number[] = [];
  for (const { index, 0: token } of json.matchAll(/"(?:[^"\\]|\\.)*":?|[{}]/g)) {
    if (token === '{') open.push(index);
    else if (token === '}') open.pop();
    else if (token.endsWith(':') && (token.includes('\u0085') || [...token].length > 1025)) {
      const line = breaksIn(json.slice(0, open.at(-1))) || breaksIn(json.slice(0, index + token.length));
      return `${line === 0 ? '' : `line ${line}: `}did not find expected ',' or '}'`;
    }
  }
  return undefined;
}

function breaksIn(text: string): number {
  return text.split('\u0085').length - 1;
}

const indented = (level: number) => '  '.repeat(level);

function render(value: Value, level: number, sortKeys: boolean): string {
  if (typeof value === 'string') return quoted(value, level + 1);
  if (isMap(value)) return renderMap(value, level, sortKeys);
  if (!isList(value)) return formatJson(value);
  if (value.every((item) => isMap(item) || isList(item))) {
    return `[${value.map((item) => render(item, level, sortKeys)).join(', ')}]`;
  }
  const items = value.map((item) => `${indented(level + 1)}${render(item, level + 1, sortKeys)},\n`);
  return `[\n${items.join('')}${indented(level)}]`;
}

function renderMap(map: ValueMap, level: number, sortKeys: boolean): string {
  if (map.size === 0) return '{}';
  const lines = (sortKeys ? sortedKeys(map) : [...map.keys()]).map((key) => {
    const written = needsQuotes(key) ? quoted(key) : key;
    return `${indented(level + 1)}${written}: ${render(map.get(key) ?? null, level + 1, sortKeys)},\n`;
  });
  return `{\n${lines.join('')}${indented(level)}}`;
}

/** A text of JSON as YAML reads it, where U+0085 breaks a line: the spaces around it go, and a single break is a space. */
function asRead(text: string): string {
  return text.replace(/[ \u0085]+/g, (spaces) => {
    const breaks = breaksIn(spaces);
    if (breaks === 0) return spaces;
    return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
  });
}

/** Upstream: renderString. `level` is that of further lines; without it the text stays on one. */
function quoted(given: string, level?: number): string {
  const text = asRead(given);
  const compact = level === undefined;
  const folded = text.includes('\n') && !compact;
  const indent = indented(level ?? 0);
  let written = folded ? `"${fold}` : '"';
  for (const character of text) {
    if (written.endsWith('\n')) {
      written += indent + (space.test(character) && character !== '\n' ? '\\' : ' ');
    }
    written += escaped(character, compact);
  }
  if (!folded) return `${written}"`;
  return `${written}${written.endsWith('\n') ? '' : fold}${indent}"`;
}

function escaped(character: string, compact: boolean): string {
  if (!compact && character === '\n') return `\\n${fold}`;
  if (!compact && character === '\t') return character;
  const known = named.get(character);
  if (known !== undefined) return known;
  if (printable.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}

/** Whether a key could be read as something else than a text. Upstream: needsQuotes, isTypeAmbiguous. */
function needsQuotes(text: string): boolean {
  return isAmbiguous(text) || !/^[\p{L}\p{N}_](?:[\p{L}\p{N}_./-]*[\p{L}\p{N}_])?$/u.test(text);
}

// Signs, and points at either end, are told by what else a key is made of.
const words = new Set(['null', 'true', 'y', 'yes', 'on', 'false', 'n', 'no', 'off', 't', 'f']);
const notFinite = /^-?(?:inf|infinity)$|^nan$/i;
const based = /^-?0(?:[xX][0-9a-fA-F]+|[bB][01]+|[oO][0-7]+)$/;
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE]-?\d+)?$/;
const hexFloat = /^-?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP]-?\d+$/;

function isAmbiguous(text: string): boolean {
  const bare = text.replaceAll('_', '');
  if (words.has(text.toLowerCase()) || notFinite.test(bare)) return true;
  if (based.test(bare)) {
    const size = BigInt(bare.replace('-', ''));
    const value = bare.startsWith('-') ? -size : size;
    return BigInt.asIntN(64, value) === value;
  }
  return (decimal.test(bare) && Number.isFinite(Number(bare))) || hexFloat.test(bare) || isDate(text);
}

function isDate(text: string): boolean {
  return parseTime(`${text.replace(/-(?=\d(?:-|$))/g, '-0')}T00:00:00Z`) !== undefined;
}
