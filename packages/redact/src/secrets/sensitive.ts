import { isList, isMap, type Value, type ValueMap, type ValuePath } from '@managed-fields/merge-engine';
import { besideWords } from '../beside.ts';
import type { Hit } from '../finding.ts';
import { isBase64Text, type Layer, layerOf } from '../layers.ts';
import { isAboutField, isSecretField, isSecretKind, isSecretListKind, isStandIn } from '../names.ts';
import { secretWords } from '../programs.ts';
import { isPlainLayer, shapesIn } from '../shapes.ts';
import {
  areSchemas,
  canName,
  dataFields,
  entryFields,
  generatorFields,
  identityFields,
  isDirective,
  isReference,
  isReplaced,
  isScalar,
  isSecretPair,
  isSecretValue,
  isStructural,
  metadataFields,
  nameFields,
  namesSecrets,
  objectFields,
  pairName,
  type Scalar,
  schemaMaps,
  schemaValues,
  unescapePointer,
} from './fields.ts';
import { isDocument, isEncoded, isToken } from './strings.ts';
import { annotation, type Surroundings } from './surroundings.ts';

/** A sensitive place of a value. */
export type Sensitive =
  | { readonly kind: 'hits'; readonly place: ValuePath; readonly hits: readonly Hit[]; readonly listKey: boolean }
  /** The place holds a document as a string. */
  | {
      readonly kind: 'document';
      readonly place: ValuePath;
      readonly text: string;
      readonly within: 'last-applied' | 'string';
    };

/** Why a whole value is sensitive. */
type Why = Omit<Hit, 'from' | 'to'>;

const inSecret: Why = { kind: 'secret', sign: 'in-secret', form: 'text' };
const inData: Why = { kind: 'secret', sign: 'data', form: 'base64' };
const inStringData: Why = { kind: 'secret', sign: 'string-data', form: 'text' };
const asOption: Why = { kind: 'sign-in', sign: 'option', form: 'text' };

/** Why the content of a Secret is sensitive. */
function whyInSecret(field: string): Why {
  return field === 'data' || field === 'binaryData' ? inData : field === 'stringData' ? inStringData : inSecret;
}

/** Why a field with the name of a secret is sensitive. */
function byName(field: string): Why {
  return { kind: 'named', sign: 'name', form: /-key-data$/.test(field) ? 'base64' : 'text' };
}

/** Finds everything sensitive in a value, in its order. */
export function sensitiveIn(value: Value, around: Surroundings): readonly Sensitive[] {
  const found: Sensitive[] = [];
  const rootKind = isMap(value) && value.has('kind') ? value.get('kind') : around.kind;
  /** Whether the value names Secrets anywhere; computed when it is needed first. */
  let aboutSecrets: boolean | undefined;
  /** ExternalSecret and similar kinds hold what they write into a Secret. */
  const makesSecrets = typeof rootKind === 'string' && /secret/i.test(rootKind);
  if (isList(value) && (around.patch || value.some(isOperation))) {
    const named = namesByPointer(value);
    for (const [index, operation] of value.entries()) visitOperation(operation, [index], named);
  } else visitObject(value, [], around.kind);
  return found;

  /** Visits an object, a patch of one, or a list of objects. `kind` is that of an object that does not name its own. */
  function visitObject(node: Value, place: ValuePath, kind: string | undefined): void {
    if (isList(node)) {
      for (const [index, item] of node.entries()) visitObject(item, [...place, index], undefined);
    } else if (!isMap(node)) visit(node, place);
    else if (isSecret(node, kind)) visitSecret(node, place);
    else if (isList(node.get('items')) && isListKind(node.get('kind') ?? kind)) {
      visitItems(node, place, kind);
    } else visitMap(node, place, false);
  }

  function visitItems(list: ValueMap, place: ValuePath, kind: string | undefined): void {
    const ofList = String(list.get('kind') ?? kind ?? '');
    const ofItems = isSecretListKind(ofList) ? 'Secret' : ofList.replace(/List$/, '') || undefined;
    for (const [key, child] of list) {
      const here = [...place, key];
      if (key !== 'items' || !isList(child)) visitField(list, key, child, here, false);
      else for (const [index, item] of child.entries()) visitObject(item, [...here, index], ofItems);
    }
  }

  /** Whether a map is a Secret: its kind says so, or it has `data` and no kind is known. */
  function isSecret(map: ValueMap, kind: string | undefined): boolean {
    const said = map.get('kind');
    const own = typeof said === 'string' ? said : kind;
    if (own !== undefined) return isSecretKind(own) || (isSecretListKind(own) && !isList(map.get('items')));
    return around.within !== 'string' && dataFields.some((key) => map.has(key));
  }

  /** Visits the content of a Secret: all fields but those that identify it. */
  function visitSecret(secret: ValueMap, place: ValuePath): void {
    for (const [key, child] of secret) {
      const here = [...place, key];
      if (key === 'metadata' && isMap(child)) visitMetadata(child, here);
      else if (!saysWhich(key, child, place)) visitLeaves(child, here, whyInSecret(key));
    }
  }

  /** Whether a field identifies the Secret or is a directive. Inside another object, the name identifies it as well. */
  function saysWhich(key: string, child: Value, place: ValuePath): boolean {
    if (child === null || !isScalar(child)) return isDirective(key, child);
    const isName = place.length > 0 && (key === 'name' || key === 'namespace');
    return isName || identityFields.has(key) || isDirective(key, child);
  }

  function visitMetadata(metadata: ValueMap, place: ValuePath): void {
    for (const [key, child] of metadata) {
      const here = [...place, key];
      if (key === 'managedFields' && isList(child)) visitEntries(child, here);
      else if (key === 'annotations' && isMap(child)) visitAnnotations(child, here);
      else if (metadataFields.has(key)) visitField(metadata, key, child, here, false);
      else visitLeaves(child, here, inSecret);
    }
  }

  /** Visits annotations, into which tools copy the content of a Secret as JSON or base64. */
  function visitAnnotations(annotations: ValueMap, place: ValuePath): void {
    for (const [key, child] of annotations) {
      const isCopy = typeof child === 'string' && (isDocument(child, around.read) || isEncoded(child));
      if (key !== annotation && (isCopy || !isScalar(child))) visitLeaves(child, [...place, key], inSecret);
      else visitField(annotations, key, child, [...place, key], false);
    }
  }

  /** Visits managedFields, which hold names only. A value among them is there by mistake. */
  function visitEntries(entries: readonly Value[], place: ValuePath): void {
    for (const [index, entry] of entries.entries()) {
      for (const [key, child] of isMap(entry) ? entry : []) {
        const here = [...place, index, key];
        if (!entryFields.has(key) || !isScalar(child)) visitLeaves(child, here, inSecret);
      }
    }
  }

  /** Visits all strings and numbers below a place. */
  function visitLeaves(node: Value, place: ValuePath, why: Why): void {
    if (isList(node)) for (const [index, item] of node.entries()) visitLeaves(item, [...place, index], why);
    else if (isMap(node)) {
      for (const [key, child] of node) if (!isDirective(key, child)) visitLeaves(child, [...place, key], why);
    } else if (isScalar(node)) whole(node, place, why);
  }

  function visit(node: Value, place: ValuePath): void {
    if (isList(node)) visitList(node, place);
    else if (isMap(node)) visitMap(node, place, false);
    else if (isScalar(node)) scan(node, place);
  }

  /** Visits a map. `named`: the map is below a field with the name of a secret. */
  function visitMap(map: ValueMap, place: ValuePath, named: boolean): void {
    const kind = map.get('kind');
    if (isSecretKind(kind) && objectFields.some((key) => map.has(key))) visitSecret(map, place);
    else if (isSecretListKind(kind)) visitObject(map, place, undefined);
    else for (const [key, child] of map) visitField(map, key, child, [...place, key], named);
  }

  function visitField(map: ValueMap, key: string, child: Value, here: ValuePath, named: boolean): void {
    // What was encrypted for the controller of a cluster is made to be shown.
    if (key === 'encryptedData' && rootKind === 'SealedSecret') return;
    if (key === annotation && isScalar(child)) {
      found.push({ kind: 'document', place: here, text: String(child), within: 'last-applied' });
    } else if (schemaMaps.has(key) && areSchemas(child)) visitSchemas(child, here);
    else if (isMap(child) && !child.has('kind') && isHeldObject(key, child)) visitSecret(child, here);
    else if (key === 'secretGenerator' && isList(child)) visitGenerators(child, here);
    else if (/secrets?$/i.test(key) && !isScalar(child) && !isSecretField(key)) visitUnnamed(child, here, key);
    else if (/^secure[A-Z]/.test(key) && isMap(child)) visitNamed(child, here, key);
    else if (key === 'stringData') visitLeaves(child, here, inStringData);
    else if (isSecretPair(map, key)) visitLeaves(child, here, byName(key));
    else if (isScalar(child)) visitScalar(map, key, child, here, named);
    else if (key === 'args' && isList(child)) visitList(child, here, wordsOf(map.get('command')));
    else if (makesSecrets && key === 'data' && isMap(child)) visitNamed(child, here, key);
    else if (isSecretField(key) || (named && !/Refs?$|^valueFrom$/i.test(key))) visitNamed(child, here, key);
    else visit(child, here);
  }

  /** Visits what is below a field with the name of a secret, without references to a Secret. */
  function visitNamed(node: Value, place: ValuePath, key: string): void {
    // An `auth` says how one signs in; what in it is secret is called so.
    if (isMap(node) && !isReference(node)) visitMap(node, place, !/auth$/i.test(key));
    else if (isMap(node)) visitMap(node, place, false);
    else if (isList(node)) {
      for (const [index, item] of node.entries()) {
        if (isScalar(item)) whole(item, [...place, index], byName(key));
        else visitNamed(item, [...place, index], key);
      }
    }
  }

  /** Visits Kustomize's generators of Secrets. Names of files stay. */
  function visitGenerators(generators: readonly Value[], place: ValuePath): void {
    for (const [index, generator] of generators.entries()) {
      for (const [key, child] of isMap(generator) ? generator : []) {
        const here = [...place, index, key];
        if (generatorFields.has(key)) visit(child, here);
        else visitLeaves(child, here, inSecret);
      }
    }
  }

  /** Visits `secrets: […]`, which often holds names of Secrets only. An item that cannot be a name is a secret. */
  function visitUnnamed(node: Value, place: ValuePath, key: string): void {
    if (isList(node)) for (const [index, item] of node.entries()) visitUnnamed(item, [...place, index], key);
    else if (isMap(node) && (node.has('kind') || isReference(node))) visitMap(node, place, false);
    else if (isMap(node)) {
      for (const [name, child] of node) {
        const isPlain = isScalar(child) ? !isAboutField(name) && !nameFields.has(name) : !isSecretField(name);
        if (isPlain && !dataFields.includes(name)) visitUnnamed(child, [...place, name], key);
        else if (isPlain) visitLeaves(child, [...place, name], byName(key));
        else visitField(node, name, child, [...place, name], false);
      }
    } else if (typeof node === 'string' && !canName(node)) whole(node, place, byName(key));
    else if (isScalar(node)) scan(node, place);
  }

  /** Whether a field is an object inside a review or an event, whose kind is in a field beside it. */
  function isHeldObject(key: string, child: ValueMap): boolean {
    if (!/object$/i.test(key) || !dataFields.some((field) => child.has(field))) return false;
    aboutSecrets ??= namesSecrets(value);
    return aboutSecrets;
  }

  function visitScalar(map: ValueMap, key: string, child: Scalar, here: ValuePath, named: boolean): void {
    if (isSecretValue(map, key, child)) whole(child, here, byName(key));
    else if (named && !nameFields.has(key) && !isAboutField(key)) whole(child, here, byName(key));
    else scan(child, here, pairName(map, key) ?? key);
  }

  /** Visits a list. `command`: the words before it, where it holds the arguments of a command. */
  function visitList(list: readonly Value[], place: ValuePath, command: readonly string[] = []): void {
    const words = [...command, ...list.map((item) => (typeof item === 'string' ? item : ''))];
    const secrets = secretWords(words).map((each) => ({ ...each, word: each.word - command.length }));
    for (const [index, item] of list.entries()) {
      const here = [...place, index];
      if (isList(item)) visitList(item, here);
      else if (isMap(item)) visitMap(item, here, false);
      else if (!isScalar(item)) continue;
      else if (index === 1 && list.length === 2 && isWordForSecret(list[0])) whole(item, here, byName(String(list[0])));
      else {
        const own = secrets.filter(({ word }) => word === index);
        if (own.length === 0 && speaksBefore(words, command.length + index)) whole(item, here, asOption);
        else if (own.length === 0) scan(item, here);
        else
          add(
            here,
            own.map(({ from, to }) => ({ ...asOption, from, to })),
          );
      }
    }
  }

  /** Visits the schemas of fields. Only defaults and examples in them are values. */
  function visitSchemas(schemas: ValueMap, place: ValuePath): void {
    for (const [name, schema] of schemas) visitSchema(name, schema, [...place, name]);
  }

  function visitSchema(name: string, schema: Value, place: ValuePath): void {
    if (!isMap(schema)) visit(schema, place);
    for (const [key, child] of isMap(schema) ? schema : []) {
      const here = [...place, key];
      if (schemaMaps.has(key) && isMap(child)) visitSchemas(child, here);
      else if (schemaValues.has(key) && isSecretField(name)) visitLeaves(child, here, byName(name));
      else if (isMap(child) && !schemaValues.has(key)) visitSchema(name, child, here);
      else visit(child, here);
    }
  }

  function visitOperation(operation: Value, place: ValuePath, named: ReadonlyMap<string, string>): void {
    if (!isMap(operation)) {
      visitObject(operation, place, around.kind);
      return;
    }
    const path = operation.get('path');
    const steps = (typeof path === 'string' ? path : '').split('/').slice(1).map(unescapePointer);
    for (const [key, child] of operation) {
      const here = [...place, key];
      if (isScalar(child) && ['op', 'path', 'from'].includes(key)) scan(child, here);
      else if (steps.length === 0) visitObject(child, here, around.kind);
      else visitOperand(steps, child, here, named.get(steps.slice(0, -1).join('/')));
    }
  }

  /** Visits what an operation of a JSON patch puts at a path. */
  function visitOperand(steps: readonly string[], child: Value, here: ValuePath, item: string | undefined): void {
    const [first = '', second = ''] = steps;
    /** The map that the operation changes, as far as it is known. */
    const map = new Map<string, Value>(item === undefined ? [] : [['name', item]]);
    const last = steps.at(-1) ?? '';
    const named = steps.findLast((step) => isSecretField(step));
    if (first === 'metadata' && isSecretKind(around.kind)) {
      if (steps.length === 1 && isMap(child)) visitMetadata(child, here);
      else if (steps.length > 1 && !metadataFields.has(second)) visitLeaves(child, here, inSecret);
      else visitField(map, last, child, here, false);
    } else if (steps.includes('stringData')) visitLeaves(child, here, inStringData);
    else if (isOfSecret(first, child)) visitLeaves(child, here, whyInSecret(first));
    else if (named !== undefined && named !== last) visitField(map, last, child, here, true);
    else visitField(map, last, child, here, false);
  }

  function isOfSecret(field: string, child: Value): boolean {
    if (around.kind === undefined) return dataFields.includes(field);
    return isSecretKind(around.kind) && !(identityFields.has(field) && isScalar(child));
  }

  function whole(child: Scalar, place: ValuePath, why: Why): void {
    const text = String(child);
    // In a Secret every value is a secret, but for those that redaction wrote.
    const isNothing = why.kind === 'secret' ? text === '' : isStandIn(text);
    if (!isNothing && !isReplaced(child, why.form)) add(place, [{ ...why, from: 0, to: text.length }]);
  }

  /** Visits a text that stands in no secret place. `name`: what the field or setting is called. */
  function scan(child: Scalar, place: ValuePath, name = ''): void {
    if (typeof child !== 'string' || isStandIn(child)) return;
    if (isDocument(child, around.read) && !isToken(child)) {
      found.push({ kind: 'document', place, text: child, within: 'string' });
      return;
    }
    const isFree = !isStructural(place);
    const { level } = around;
    const layer = isFree ? layerOf(child) : undefined;
    // An encoded text is replaced whole: pieces of it would say what the others are.
    if (
      layer !== undefined &&
      layer.kind !== 'picture' &&
      !isPlainLayer(child, level, layer) &&
      isLayerOf(child, layer)
    ) {
      whole(child, place, { kind: 'random', sign: 'layer', form: isBase64Text(child) ? 'base64' : 'text' });
      return;
    }
    const hits = shapesIn(child, { settings: true, level, ...(isFree && { random: { name } }) });
    if (hits.length > 0) add(place, hits);
    else if (isOnlyRemembered(child, place, around)) {
      add(place, [{ kind: 'last-applied', sign: 'remembered', form: 'text', from: 0, to: child.length }]);
    }
  }

  function add(place: ValuePath, hits: readonly Hit[]): void {
    found.push({ kind: 'hits', place, hits, listKey: isListKey(place) });
  }

  /** Whether the value at a place is a key of a list item. */
  function isListKey(place: ValuePath): boolean {
    const key = place.at(-1);
    if (typeof key === 'string') return typeof place.at(-2) === 'number' && around.keys.has(key);
    const parent = place.slice(0, -1).reduce<Value | undefined>((node, step) => childOf(node, step), value);
    const item = isList(parent) && typeof key === 'number' ? parent[key] : undefined;
    return around.items.has(String(item));
  }
}

/** Whether a word is what somebody made up as a password, behind words of a command that speak of one. */
function speaksBefore(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const before = `${words.slice(Math.max(0, at - 3), at).join(' ')} `;
  return besideWords(before + word).some(
    ({ from, to }) => from === before.length && to === before.length + word.length,
  );
}

/** Whether a text is surely an encoded one: what it holds was read, or it looks random or is long and padded. */
function isLayerOf(text: string, layer: Layer): boolean {
  if (layer.kind !== 'unreadable') return true;
  const random = shapesIn(text, { settings: false, random: { name: '' } });
  const covered = random.reduce((sum, { from, to }) => sum + to - from, 0);
  return covered * 2 > text.length || text.length >= 200;
}

/** Whether a kind is a list of objects; a map without a kind may be one. */
function isListKind(kind: Value | undefined): boolean {
  return kind === undefined || isSecretListKind(kind) || (typeof kind === 'string' && /List$/.test(kind));
}

function isOperation(item: Value): boolean {
  return isMap(item) && typeof item.get('op') === 'string' && typeof item.get('path') === 'string';
}

/** The names of items that a JSON patch tests, by pointer: a test of `/env/0/name` names `/env/0/value`. */
function namesByPointer(operations: readonly Value[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const operation of operations) {
    const path = isMap(operation) ? operation.get('path') : undefined;
    const name = isMap(operation) ? operation.get('value') : undefined;
    if (typeof path === 'string' && typeof name === 'string' && path.endsWith('/name')) {
      named.set(path.split('/').slice(1, -1).map(unescapePointer).join('/'), name);
    }
  }
  return named;
}

function childOf(node: Value | undefined, step: string | number): Value | undefined {
  if (isList(node)) return typeof step === 'number' ? node[step] : undefined;
  return isMap(node) ? node.get(String(step)) : undefined;
}

/** The words of a command, which stand before its arguments. */
function wordsOf(command: Value | undefined): readonly string[] {
  return isList(command) ? command.filter((word) => typeof word === 'string') : [];
}

function isWordForSecret(name: Value | undefined): boolean {
  return typeof name === 'string' && /^[A-Za-z][\w.-]{0,100}$/.test(name) && isSecretField(name);
}

/**
 * Whether only a last-applied annotation has a text. Names and list items are never taken for that, because they decide
 * which fields exist.
 */
function isOnlyRemembered(text: string, place: ValuePath, around: Surroundings): boolean {
  const key = place.at(-1);
  if (around.within !== 'last-applied' || typeof key !== 'string' || text.length < 4) return false;
  if (nameFields.has(key) || around.keys.has(key)) return false;
  if (place.includes('labels') || place.includes('matchLabels')) return false;
  // Words such as `RollingUpdate` are values of the API.
  return !around.elsewhere.has(text) && !/^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(text);
}
