import { byteLength, isList, isMap, sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import type { Description } from './description.ts';
import { shown } from './values.ts';

const skipped = new Set(
  ['managedFields', 'name', 'namespace', 'labels', 'annotations'].map((field) => `.metadata.${field}`),
);

/** Writes everything that an object holds. Upstream: kubectl pkg/describe/describe.go printUnstructuredContent. */
export function writeContent(out: Description, content: ValueMap, level = 0, path = ''): void {
  for (const field of sortedKeys(content)) {
    const value = content.get(field) ?? null;
    const place = `${path}.${field}`;
    if (skipped.has(place)) continue;
    const label = labelOf(out, field);
    if (isMap(value)) {
      out.write(level, `${label}:\n`);
      writeContent(out, value, level + 1, place);
    } else if (isList(value)) {
      out.write(level, `${label}:\n`);
      for (const item of value) {
        if (isMap(item)) writeContent(out, item, level + 1, place);
        else out.write(level + 1, `${shown(item)}\n`);
      }
    } else out.write(level, `${label}:\t${shown(value)}\n`);
  }
}

const acronyms = new Set(['API', 'URL', 'UID', 'GUID']);
/** Those of before v1.36. */
const olderAcronyms = new Set([...acronyms, 'OSB']);

/** `creationTimestamp` is `Creation Timestamp`. Upstream: describe.go smartLabelFor, github.com/fatih/camelcase. */
function labelOf(out: Description, field: string): string {
  if (/[^\p{Letter}-]/u.test(field)) return field;
  const [merged, keeps]: [string[], boolean] = [[], out.has('wordsOfLabels')];
  const parts = [...field.matchAll(runs)].map(String);
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const isOfCapitals = keeps && byteLength(part) > 1 && /^[\p{Lu}-]+$/u.test(part);
    merged.push(isOfCapitals && /\p{Lu}/u.test(parts[0] ?? '') ? `${part}${parts.shift()}` : part);
  }
  return merged
    .map((part) => {
      if ((keeps ? acronyms : olderAcronyms).has(part.toUpperCase())) return part.toUpperCase();
      if (keeps && part !== part.toLowerCase()) return part;
      const rest = part.slice(1);
      return `${part.slice(0, 1).toUpperCase()}${out.has('smallLettersOfLabels') ? rest.toLowerCase() : rest}`;
    })
    .join(' ');
}

/** Runs of small letters, of capitals and of other characters; the last capital belongs to the small letters behind it. */
const runs = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[^\p{Ll}\p{Lu}]+/gu;
