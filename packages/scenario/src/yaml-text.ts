import { isList, isMap, type Value } from '@managed-fields/merge-engine';

/**
 * Writes plain data as YAML, with keys in their order and texts of several lines as literal blocks, as people write
 * scenario files. `printYaml` of `source` prints as kubectl does, with sorted keys.
 */
export function yamlText(value: unknown): string {
  return `${block(value, '').replace(/^\n/, '')}\n`;
}

/** The value as JSON.parse would return it. Keys such as `__proto__` stay keys. */
export function plainOf(value: Value): unknown {
  if (isList(value)) return value.map(plainOf);
  if (isMap(value)) return Object.fromEntries([...value].map(([key, child]) => [key, plainOf(child)]));
  return typeof value === 'bigint' ? Number(value) : value;
}

/** A value as it follows its key or dash: after a space on the same line, or after a line break on lines of its own. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.length === 0 ? ' []' : list(value, indent);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return entries.length === 0 ? ' {}' : map(entries, indent);
  }
  if (typeof value !== 'string') return ` ${JSON.stringify(value)}`;
  return isLiteral(value) ? literal(value, indent) : ` ${scalar(value)}`;
}

function map(entries: readonly (readonly [string, unknown])[], indent: string): string {
  return entries
    .map(([key, value]) => `\n${indent}${scalar(key)}:${block(value, childIndent(value, indent))}`)
    .join('');
}

function list(items: readonly unknown[], indent: string): string {
  return items.map((item) => `\n${indent}-${block(item, `${indent}  `).replace(/^\n\s*/, ' ')}`).join('');
}

/** Lists are not indented below their key, as usual in Kubernetes. */
function childIndent(value: unknown, indent: string): string {
  return Array.isArray(value) ? indent : `${indent}  `;
}

/** Whether a literal block can hold a text: it has several lines, and all characters are printable. */
function isLiteral(text: string): boolean {
  const lines = text.split('\n');
  return lines.length > 1 && lines[0] !== '' && !/^[ \t]/.test(text) && lines.every(isPrintable) && text.trim() !== '';
}

function literal(text: string, indent: string): string {
  const body = text.replace(/(?<!\n)\n+$/, '');
  const breaks = text.length - body.length;
  const chomping = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  const lines = body.split('\n').map((line) => (line === '' ? '\n' : `\n${indent}${line}`));
  return ` |${chomping}${lines.join('')}${'\n'.repeat(Math.max(0, breaks - 1))}`;
}

/** A text without quotes if every reader takes it for this text, else in double quotes. */
function scalar(text: string): string {
  const plain = /^[A-Za-z][A-Za-z0-9 _./(),;'-]*$/.test(text) && !text.endsWith(' ');
  if (plain && !/^(y|n|yes|no|on|off|true|false|null|nan|inf)$/i.test(text)) return text;
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u00ad\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether a literal block can hold a line: no control characters, no Unicode line separators, no half surrogates. */
function isPrintable(line: string): boolean {
  return !/[^\t\x20-\x7e\u00a0-\u00ac\u00ae-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u.test(
    line,
  );
}
