import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isList, isMap, type Value } from '@managed-fields/merge-engine';
import { bitsOfStep, symbolAt, symbols } from '@managed-fields/redact';
import { readDocuments } from '@managed-fields/source';
import { readArguments, stop } from '../arguments.ts';

const { words: files } = readArguments({
  name: 'npx tsx tools/redact/train.ts',
  about: `Counts which letter follows which in the strings of manifests, and writes packages/redact/src/data/letter-pairs.json.`,
  words: {
    name: 'FILE…',
    about:
      'a list of {source, text} in JSON; none of it may be in conformance/redact/manifests.json.gz, which measures the model',
    there: true,
  },
});
if (files.length === 0) stop('It needs a FILE to read.');
const strings = new Set<string>();
for (const file of files) {
  const manifests: readonly { readonly text: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const { text } of manifests)
    for (const { value } of readDocuments(text)) if (value !== undefined) collect(value);
}

const size = symbols.length;
const counts = new Float64Array(size * size);
for (const text of strings) {
  count(text, 1);
  // Words in capitals are rarer than they are elsewhere.
  count(text.toUpperCase(), 0.04);
}

function count(text: string, weight: number): void {
  let before = symbols.indexOf(' ');
  for (let at = 0; at < text.length; at++) {
    const symbol = symbolAt(text, at);
    counts[before * size + symbol] = (counts[before * size + symbol] ?? 0) + weight;
    before = symbol;
  }
}

let pairs = '';
for (let before = 0; before < size; before++) {
  const row = counts.slice(before * size, (before + 1) * size);
  // Each pair is taken to have been seen a little, so that none is impossible.
  const unseen = 0.2;
  const all = row.reduce((sum, count) => sum + count + unseen, 0);
  for (const count of row) {
    const bits = -Math.log2((count + unseen) / all);
    pairs += String.fromCharCode(33 + Math.min(90, Math.round(bits / bitsOfStep)));
  }
}
const target = fileURLToPath(new URL('../../packages/redact/src/data/letter-pairs.json', import.meta.url));
writeFileSync(target, `${JSON.stringify({ pairs }, null, 2)}\n`);
console.log(`${strings.size} strings, ${[...strings].reduce((sum, text) => sum + text.length, 0)} characters`);

/** Takes what is made of words: no digests, no keys, no base64. */
function collect(value: Value): void {
  if (isList(value)) for (const item of value) collect(item);
  if (isMap(value)) {
    for (const [key, child] of value) {
      strings.add(key);
      if (!['data', 'stringData', 'binaryData', 'caBundle'].includes(key) || !isMap(child)) collect(child);
      else
        for (const each of child.values())
          if (typeof each === 'string' && each.includes('\n')) strings.add(clean(each));
    }
  }
  if (typeof value === 'string') strings.add(clean(value));
}

function clean(text: string): string {
  return text
    .slice(0, 20_000)
    .replace(/-----BEGIN[\s\S]*?-----END[^\n]*/g, '')
    .replace(/[A-Za-z\d+/]{60,}={0,2}/g, '')
    .replace(/\b[\da-f]{12,}\b/gi, '')
    .replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '');
}
