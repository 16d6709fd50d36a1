import {
  byteLength,
  lastAppliedAnnotation,
  lossyText,
  mapAt,
  metadataOf,
  parseTime,
  utf8,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { goSorted } from '../printing/go-sort.ts';
import type { Description } from './description.ts';
import { mapsAt, seenOf, shown, sortedBy, sortedEntries, textAt } from './values.ts';

/** Writes name and namespace. */
export function writeNames(out: Description, object: ValueMap): void {
  const metadata = metadataOf(object);
  out.line(0, 'Name', textAt(metadata, 'name'));
  out.line(0, 'Namespace', textAt(metadata, 'namespace'));
}

/** Writes labels and annotations. */
export function writeMetadata(out: Description, object: ValueMap): void {
  const metadata = metadataOf(object);
  writeLabels(out, 'Labels', mapAt(metadata, 'labels'));
  writeAnnotations(out, 'Annotations', mapAt(metadata, 'annotations'));
}

/** Upstream: describe.go printLabelsMultiline. */
export function writeLabels(out: Description, title: string, labels: ValueMap | undefined): void {
  const entries = sortedEntries(labels);
  out.write(0, `${title}:\t`);
  if (entries.length === 0) out.write(0, '<none>\n');
  for (const [index, [key, value]] of entries.entries()) {
    if (index > 0) out.write(0, '\t');
    out.write(0, `${key}=${shown(value)}\n`);
  }
}

/** A title and texts below each other. Upstream: describe.go printPodsMultiline and others. */
export function writeMany(out: Description, level: number, title: string, texts: readonly string[]): void {
  out.write(level, `${title}:\t${texts.length === 0 ? '<none>\n' : ''}`);
  for (const [index, text] of texts.entries()) {
    if (index > 0) out.write(level, '\t');
    out.write(0, `${text}\n`);
  }
}

/** Labels on one line. Upstream: apimachinery pkg/labels/labels.go FormatLabels. */
export function labelsText(labels: ValueMap | undefined): string {
  return (
    sortedEntries(labels)
      .map(([key, value]) => `${key}=${shown(value)}`)
      .join(',') || '<none>'
  );
}

/** The most bytes of an annotation that stand on its line. */
const longest = 140;

/** Upstream: describe.go printAnnotationsMultiline. */
export function writeAnnotations(out: Description, title: string, annotations: ValueMap | undefined): void {
  const entries = sortedEntries(annotations).filter(([key]) => key !== lastAppliedAnnotation);
  out.write(0, `${title}:\t`);
  if (entries.length === 0) out.write(0, '<none>\n');
  for (const [index, [key, each]] of entries.entries()) {
    const value = shown(each).replace(/\n$/, '');
    if (index > 0) out.write(0, '\t');
    if (byteLength(value) + byteLength(key) + 2 <= longest && !value.includes('\n')) {
      out.write(0, `${key}: ${value}\n`);
      continue;
    }
    out.write(0, `${key}:\n`);
    for (const line of value.split('\n')) out.write(0, `\t  ${shortened(line, longest - 2)}\n`);
  }
}

function shortened(text: string, length: number): string {
  const bytes = utf8(text);
  return bytes.length > length ? `${lossyText(bytes.subarray(0, length))}...` : text;
}

/** Upstream: describe.go printTolerationsMultilineWithIndent. */
export function writeTolerations(out: Description, title: string, tolerations: readonly ValueMap[]): void {
  const sorted = sortedBy(tolerations, (each) => textAt(each, 'key'));
  out.write(0, `${title}:\t`);
  if (sorted.length === 0) out.write(0, '<none>\n');
  for (const [index, each] of sorted.entries()) {
    const [key, value, effect] = ['key', 'value', 'effect'].map((field) => textAt(each, field));
    const exists = textAt(each, 'operator') === 'Exists' && value === '';
    const seconds = each.get('tolerationSeconds') ?? null;
    const text = [
      key,
      value === '' ? '' : `=${value}`,
      effect === '' ? '' : `:${effect}`,
      exists ? `${key === '' && effect === '' ? '' : ' '}op=Exists` : '',
      seconds === null ? '' : ` for ${shown(seconds)}s`,
    ];
    out.write(0, `${index === 0 ? '' : '\t'}${text.join('')}\n`);
  }
}

/** Writes the conditions of a workload. */
export function writeConditions(out: Description, conditions: readonly ValueMap[]): void {
  if (conditions.length === 0) return;
  out.write(0, 'Conditions:\n  Type\tStatus\tReason\n');
  out.write(1, '----\t------\t------\n');
  for (const each of conditions) {
    out.write(1, `${textAt(each, 'type')} \t${textAt(each, 'status')}\t${textAt(each, 'reason')}\n`);
  }
}

/** Upstream: describe.go DescribeEvents. `now` is in seconds. */
export function writeEvents(out: Description, events: readonly ValueMap[] | undefined, now: number): void {
  if (events === undefined) return;
  if (events.length === 0) {
    out.write(0, 'Events:\t<none>\n');
    return;
  }
  const last = (event: ValueMap) => parseTime(textAt(event, 'lastTimestamp')) ?? 0;
  out.write(0, 'Events:\n  Type\tReason\tAge\tFrom\tMessage\n');
  out.write(1, '----\t------\t----\t----\t-------\n');
  for (const event of goSorted(events, (a, b) => last(a) < last(b))) {
    const source = textAt(mapAt(event, 'source'), 'component') || textAt(event, 'reportingComponent');
    const path = textAt(mapAt(event, 'involvedObject'), 'fieldPath');
    const place = path === '' || !out.has('placesOfEvents') ? '' : `${path}: `;
    const message = `${place}${textAt(event, 'message').trim()}`;
    out.write(
      1,
      `${textAt(event, 'type')}\t${textAt(event, 'reason')}\t${seenOf(event, now)}\t${source}\t${message}\n`,
    );
  }
}

/** Quantities in the order of their names. Upstream: describe.go describeResources. */
export function writeResources(out: Description, resources: ValueMap | undefined, level: number): void {
  for (const [field, title] of [
    ['limits', 'Limits'],
    ['requests', 'Requests'],
  ] as const) {
    const entries = sortedEntries(mapAt(resources, field));
    if (entries.length > 0) out.write(level, `${title}:\n`);
    for (const [name, quantity] of entries) out.line(level + 1, name, shown(quantity));
  }
}

/** The conditions of a status. */
export function conditionsOf(object: ValueMap): readonly ValueMap[] {
  return mapsAt(mapAt(object, 'status'), 'conditions');
}
