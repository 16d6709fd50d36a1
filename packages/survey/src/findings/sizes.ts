import { maxUpdaters } from '@managed-fields/merge-engine';
import { isObject, type JsonObject, valueAt } from '../json.ts';
import type { SurveyRow } from '../object.ts';
import { utf8Length } from '../utf8-length.ts';
import type { Finding } from './finding.ts';
import { ancientChanges } from './known-managers.ts';
import type { Rule } from './rule.ts';

/** managedFields that are most of an object, or so many updaters that the oldest lose their names. */
export const largeManagedFields: Rule = {
  id: 'large-managed-fields',
  severity: 'note',
  conflict: false,
  example: 'managed-fields-size',
  judge({ row, options }) {
    const cap = options.updaterCap ?? maxUpdaters;
    const nearCap = countUpdaters(row) >= cap - 1 || row.entries.some(isAncient);
    if (!nearCap && !isMost(row.managedFieldsBytes, row.bytes)) return [];
    const updaters = row.entries.flatMap(({ operation }, place) => (operation === 'Update' ? [place] : []));
    const ancient = row.entries.some(isAncient);
    const facts = {
      bytes: String(row.managedFieldsBytes),
      percent: String(Math.round((100 * row.managedFieldsBytes) / Math.max(row.bytes, 1))),
      updaters: nearCap ? String(updaters.length) : '',
      cap: String(cap),
      ancient: ancient ? 'yes' : '',
    };
    const entries = nearCap ? updaters : row.entries.map((_, place) => place);
    return [bare('large-managed-fields', ['.metadata.managedFields'], entries, facts)];
  },
};

function countUpdaters({ entries }: SurveyRow): number {
  let count = 0;
  for (const { operation } of entries) if (operation === 'Update') count++;
  return count;
}

function isAncient({ manager, operation }: SurveyRow['entries'][number]): boolean {
  return operation === 'Update' && manager === ancientChanges;
}

/** Small objects with a few owners have half of their bytes there as well, so small ones need more of it. */
function isMost(managedFields: number, all: number): boolean {
  if (managedFields < 1024) return false;
  return managedFields > (managedFields < 16_384 ? (2 * all) / 3 : all / 2);
}

/** The most bytes of names and values of all annotations. Upstream: apimachinery api/validation TotalAnnotationSizeLimitB. */
const annotationLimit = 262_144;

/** Annotations that come near the limit: last-applied grows with the manifest until every apply is refused. */
export const largeAnnotations: Rule = {
  id: 'large-annotations',
  severity: 'warning',
  conflict: false,
  example: 'annotation-too-long',
  judge({ row, value }) {
    // All annotations are part of the object.
    if (row.bytes < nearLimit) return [];
    const annotations = valueAt(value, 'metadata', 'annotations');
    if (!isObject(annotations)) return [];
    const sizes = sizesOf(annotations);
    const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
    if (bytes < nearLimit) return [];
    const largest = sizes.reduce((most, each) => (each.size > most.size ? each : most));
    const facts = { bytes: String(bytes), limit: String(annotationLimit), name: largest.name };
    return [bare('large-annotations', [`.metadata.annotations.${largest.name}`], [], facts)];
  },
};

const nearLimit = annotationLimit * 0.8;

function sizesOf(annotations: JsonObject): readonly { readonly name: string; readonly size: number }[] {
  return Object.entries(annotations).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, size: utf8Length(name) + utf8Length(value) }] : [],
  );
}

function bare(
  rule: Finding['rule'],
  fields: readonly string[],
  entries: readonly number[],
  facts: Finding['facts'],
): Finding {
  return { rule, fields, fieldCount: fields.length, entries, facts };
}
