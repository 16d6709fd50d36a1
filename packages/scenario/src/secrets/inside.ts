import { isList, isMap, type Value, type ValueMap, type ValuePath } from '@managed-fields/merge-engine';
import type { SourceDocument } from '@managed-fields/source';
import type { Hit } from './finding.ts';
import { isRedacted, isSecretField, isSecretVariable, isStandIn } from './names.ts';
import { looksRandom, shapesIn } from './shapes.ts';

/** What is known of a text before it is read. */
export interface Surroundings {
  /** Reads a text, each only once. */
  readonly read: (text: string) => readonly SourceDocument[];
  /** The kind of the object that the text is about, where the text does not say it itself. */
  readonly kind: string | undefined;
  /** The text is a JSON patch. */
  readonly patch: boolean;
  /** Names of fields that key the items of lists, and texts that are items of sets. */
  readonly keys: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
  /** Strings that stand outside of every last-applied annotation. */
  readonly elsewhere: ReadonlySet<string>;
  /** The text is what such an annotation holds. */
  readonly remembered: boolean;
}

/** The annotation in which client-side apply remembers. */
export const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** What stands at a place of a value that is a string or a number, as far as it is sensitive. */
export type Sensitive =
  | { readonly kind: 'hits'; readonly place: ValuePath; readonly hits: readonly Hit[]; readonly listKey: boolean }
  /** A text that is a document itself. */
  | { readonly kind: 'annotation'; readonly place: ValuePath; readonly text: string };

/** Everything sensitive in a value, in its order. managedFields are names only and passed over. */
export function sensitiveIn(value: Value, around: Surroundings): readonly Sensitive[] {
  const found: Sensitive[] = [];
  if (around.patch && isList(value)) {
    for (const [index, operation] of value.entries()) inOperation(operation, [index]);
  } else visit(value, [], true, isMap(value) && !value.has('kind') ? around.kind : undefined);
  return found;

  function visit(node: Value, place: ValuePath, isRoot: boolean, kindAround?: string): void {
    if (isList(node)) inList(node, place);
    else if (isMap(node)) inMap(node, place, isRoot, kindAround);
    else if (typeof node === 'string') scan(node, place, false);
  }

  function inMap(map: ValueMap, place: ValuePath, isRoot: boolean, kindAround: string | undefined): void {
    const kind = map.get('kind') ?? kindAround;
    const isSecret = kind === 'Secret' && (map.get('apiVersion') ?? 'v1') === 'v1';
    const name = map.get('name');
    for (const [key, child] of map) {
      const here = [...place, key];
      if (key === 'managedFields' && place.at(-1) === 'metadata') continue;
      const listKey = typeof place.at(-1) === 'number' && around.keys.has(key);
      if (isSecret && key === 'data' && isMap(child)) inSecret(child, here, 'base64');
      else if ((isSecret || (isRoot && map.get('kind') === undefined)) && key === 'stringData' && isMap(child)) {
        inSecret(child, here, 'text');
      } else if (key === annotation && typeof child === 'string')
        found.push({ kind: 'annotation', place: here, text: child });
      else if (key === 'value' && typeof name === 'string' && isScalar(child)) inVariable(child, here, name);
      else if (isScalar(child) && isSecretHere(key, child)) {
        whole(child, here, { kind: 'named', sign: 'name', form: /-key-data$/.test(key) ? 'base64' : 'text' }, listKey);
      } else if (typeof child === 'string') scan(child, here, listKey);
      else visit(child, here, false);
    }
  }

  function inSecret(data: ValueMap, place: ValuePath, form: 'base64' | 'text'): void {
    for (const [key, child] of data) {
      if (isScalar(child)) whole(child, [...place, key], { kind: 'secret', sign: signs[form], form }, false);
    }
  }

  function inVariable(child: string | bigint | number, place: ValuePath, name: string): void {
    if (isSecretVariable(name)) whole(child, place, { kind: 'named', sign: 'name', form: 'text' }, false);
    else if (
      typeof child === 'string' &&
      looksRandom(child, name) &&
      shapesIn(child, { settings: false }).length === 0
    ) {
      whole(child, place, { kind: 'token', sign: 'entropy', form: 'text' }, false);
    } else if (typeof child === 'string') scan(child, place, false);
  }

  function inList(list: readonly Value[], place: ValuePath): void {
    for (const [index, item] of list.entries()) {
      const here = [...place, index];
      const before = list[index - 1];
      // `--password`, and what it is on a line of its own.
      const isOption =
        typeof before === 'string' && /^--?[A-Za-z][\w-]*$/.test(before) && isSecretField(before.slice(1));
      if (typeof item !== 'string') visit(item, here, false);
      else if (isOption && !item.startsWith('-')) {
        whole(item, here, { kind: 'sign-in', sign: 'option', form: 'text' }, around.items.has(item));
      } else scan(item, here, around.items.has(item));
    }
  }

  function inOperation(operation: Value, place: ValuePath): void {
    const path = isMap(operation) ? operation.get('path') : undefined;
    if (!isMap(operation) || typeof path !== 'string') {
      visit(operation, place, false);
      return;
    }
    const child = operation.get('value');
    if (child === undefined) return;
    const steps = path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const here = [...place, 'value'];
    const [, first, , ...more] = steps;
    const last = steps.at(-1) ?? '';
    const form = first === 'stringData' ? 'text' : around.kind === 'Secret' && first === 'data' ? 'base64' : undefined;
    if (form !== undefined && steps.length === 2 && isMap(child)) inSecret(child, here, form);
    else if (form !== undefined && more.length === 0 && isScalar(child)) {
      whole(child, here, { kind: 'secret', sign: signs[form], form }, false);
    } else if (last === annotation && typeof child === 'string')
      found.push({ kind: 'annotation', place: here, text: child });
    else if (isScalar(child) && isSecretHere(last, child)) {
      whole(child, here, { kind: 'named', sign: 'name', form: 'text' }, false);
    } else visit(child, here, steps.length === 1, steps.length === 1 ? around.kind : undefined);
  }

  function whole(
    child: string | bigint | number,
    place: ValuePath,
    why: Omit<Hit, 'from' | 'to'>,
    listKey: boolean,
  ): void {
    const text = String(child);
    // In a Secret whatever stands there is one, but for what redaction wrote.
    const nothing = why.kind === 'secret' ? text === '' || isRedacted(text) : isStandIn(text);
    if (nothing || isRedactedIn(text, why.form)) return;
    found.push({ kind: 'hits', place, hits: [{ ...why, from: 0, to: text.length }], listKey });
  }

  function scan(text: string, place: ValuePath, listKey: boolean): void {
    const hits = shapesIn(text, { settings: text.includes('\n') || text.includes('=') });
    if (hits.length > 0) found.push({ kind: 'hits', place, hits, listKey });
    else if (isOnlyRemembered(text, place)) {
      const hit: Hit = { kind: 'last-applied', sign: 'remembered', form: 'text', from: 0, to: text.length };
      found.push({ kind: 'hits', place, hits: [hit], listKey });
    }
  }

  /** What names things, and what stands in lists by itself, decides which fields there are: that is never taken away. */
  function isOnlyRemembered(text: string, place: ValuePath): boolean {
    const key = place.at(-1);
    if (!around.remembered || typeof key !== 'string' || text.length < 4) return false;
    if (names.has(key) || around.keys.has(key) || place.includes('labels') || place.includes('matchLabels'))
      return false;
    // `RollingUpdate` is one of a few words that the API knows.
    return !around.elsewhere.has(text) && !isStandIn(text) && !/^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(text);
  }
}

const signs = { base64: 'data', text: 'string-data' } as const;

/** Fields that say what a thing is, and nobody's secret. */
const names = new Set([
  ...['apiVersion', 'kind', 'name', 'namespace', 'generateName', 'type', 'fieldPath', 'resource', 'image'],
  ...['serviceAccountName', 'serviceName', 'schedulerName', 'nodeName', 'host', 'path', 'mountPath', 'topologyKey'],
]);

function isScalar(value: Value): value is string | bigint | number {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number';
}

function isSecretHere(key: string, child: string | bigint | number): boolean {
  if (typeof child !== 'string') return isSecretField(key) && /passw|token/i.test(key);
  // A field that is called a key often says which: `secretKey: password`.
  if (isSecretField(key)) return !(/key$/i.test(key) && /^[a-z]{1,30}(?:[._-][a-z]{1,30}){0,4}$/.test(child));
  return key === 'auth' && /^[A-Za-z\d+/]{8,}=*$/.test(child);
}

/** Whether redaction was here before. */
function isRedactedIn(text: string, form: Hit['form']): boolean {
  return form === 'base64' && /^(?:cmVkYWN0ZWQt|eyJyZWRhY3RlZCI6)[\w+/=\s]*$/.test(text);
}
