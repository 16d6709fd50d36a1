import { base64, quote, utf8, type Value } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import { parseTruth } from '../flags.ts';
import { goBase64 } from '../template/functions.ts';
import { type Kubeconfig, type PartList, partOf, withPart } from './kubeconfig.ts';

/**
 * What a property of a kubeconfig is: a text, bytes, a truth, texts, lists of texts by key, what is never there here, what is not played, a
 * structure, or structures by name.
 */
type Shape =
  | 'text'
  | 'bytes'
  | 'truth'
  | 'texts'
  | 'lists'
  | 'nothing'
  | 'unplayed'
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly each: { readonly fields: Readonly<Record<string, Shape>> } };

function all<S extends Shape>(names: readonly string[], shape: S): Readonly<Record<string, S>> {
  return Object.fromEntries(names.map((name) => [name, shape]));
}

/** Where something came from has the name `-` in every part. */
const everyPart = { '-': 'unplayed', extensions: 'nothing' } as const;

/** Upstream: k8s.io/client-go tools/clientcmd/api/types.go, by the names of its JSON. */
function shapeOf(release: string): { readonly fields: Readonly<Record<string, Shape>> } {
  const texts = ['server', 'tls-server-name', 'certificate-authority', 'proxy-url'];
  const pools = hasChange('connectionPools', release) ? ['min-connection-pool-size'] : [];
  const cluster = {
    ...all(texts, 'text'),
    ...all(['insecure-skip-tls-verify', 'disable-compression'], 'truth'),
    ...all(['certificate-authority-data'], 'bytes'),
    ...all(pools, 'unplayed'),
    ...everyPart,
  };
  const user = {
    ...all(['client-certificate', 'client-key', 'token', 'tokenFile', 'act-as', 'act-as-uid'], 'text'),
    ...all(['username', 'password'], 'text'),
    ...all(['client-certificate-data', 'client-key-data'], 'bytes'),
    ...all(['auth-provider', 'exec'], 'unplayed'),
    ...all(['act-as-groups'], 'texts'),
    ...all(['act-as-user-extra'], 'lists'),
    ...everyPart,
  } as const;
  return {
    fields: {
      ...all(['kind', 'apiVersion', 'current-context'], 'text'),
      preferences: { fields: { colors: 'truth', extensions: 'nothing' } },
      clusters: { each: { fields: cluster } },
      users: { each: { fields: user } },
      contexts: { each: { fields: { ...all(['cluster', 'user', 'namespace'], 'text'), ...everyPart } } },
      extensions: 'nothing',
    },
  };
}

/** A property as a path: the names on the way, and what it is. */
interface Property {
  readonly names: readonly string[];
  readonly shape: Shape;
}

/** Reads `contexts.prod.namespace`; a name may have dots. Upstream: pkg/cmd/config/navigation_step_parser.go newNavigationSteps. */
function propertyOf(text: string, release: string): Property | Failure {
  const words = text.split('.');
  const names: string[] = [];
  let shape: Shape = shapeOf(release);
  for (let at = 0; at < words.length; ) {
    if (shape === 'lists') return fail('string is not of type struct');
    // Of its own structures kubectl tells where they lie in memory, or breaks down.
    if (shape === 'nothing') return notPlayed({ kind: 'kubeconfig-part' });
    if (typeof shape === 'string') return fail(`unable to parse one or more field values of ${text}`);
    if ('each' in shape) {
      const { fields } = shape.each;
      const known = words.slice(at + 1).findIndex((word) => Object.hasOwn(fields, word));
      const end: number = known < 0 ? words.length : at + 1 + known;
      names.push(words.slice(at, end).join('.'));
      [at, shape] = [end, shape.each];
      continue;
    }
    const word: string = words[at] ?? '';
    const next: Shape | undefined = Object.hasOwn(shape.fields, word) ? shape.fields[word] : undefined;
    if (next === undefined) {
      return names.length > 0
        ? notPlayed({ kind: 'kubeconfig-part' })
        : fail(`unable to parse ${text} after [] at api.Config`);
    }
    names.push(word);
    [at, shape] = [at + 1, next];
  }
  return { names, shape };
}

/** The names that impersonation has in a property and in a file. */
const fileNames: ReadonlyMap<string, string> = new Map(
  ['as', 'as-uid', 'as-groups', 'as-user-extra'].map((name) => [`act-${name}`, name]),
);

function nameInFile(property: string): string {
  return fileNames.get(property) ?? property;
}

function isPartList(name: string): name is PartList {
  return ['clusters', 'users', 'contexts'].includes(name);
}

/**
 * `kubectl config set`: a kubeconfig with one property set. `raw`: bytes are given as they are, not as base64.
 * Upstream: pkg/cmd/config/set.go modifyConfig.
 */
export function withProperty(
  config: Kubeconfig,
  text: string,
  given: string,
  { raw, release }: { readonly raw: boolean; readonly release: string },
): Kubeconfig | Failure {
  const property = propertyOf(text, release);
  if (isFailure(property)) return property;
  const [first = '', second = '', third] = property.names;
  if (first === 'preferences' && second === '') {
    const step = 'config.navigationStep{stepValue:"", stepType:reflect.Type(nil)}';
    return fail(`unable to locate path ${step} under {${config.colors} map[]}`);
  }
  if (isPartList(first) && third === undefined) {
    // Of what is there kubectl tells where it lies in memory.
    return config[first].size > 0 ? notPlayed({ kind: 'kubeconfig-part' }) : noMapValue;
  }
  const before = isPartList(first) ? config[first].get(second) : undefined;
  // Of these, too, kubectl tells where they lie.
  if (third === 'extensions' && before?.has('extensions')) return notPlayed({ kind: 'kubeconfig-part' });
  const value = readValue(property.shape, given, raw);
  if (isFailure(value)) return value;
  if (first === 'current-context') return { ...config, current: given };
  if (first === 'preferences') return { ...config, colors: value === true };
  // What else is of the whole file, its kind and version, is never written.
  if (!isPartList(first) || third === undefined) return config;
  return withPart(config, first, second, partOf(first, new Map(before).set(nameInFile(third), value)));
}

const noMapValue = fail("can't set a map to a value: map[]");

function readValue(shape: Shape, given: string, raw: boolean): Value | Failure {
  if (shape === 'text') return given;
  if (shape === 'texts') return fail('unrecognized slice type. string');
  if (shape === 'lists' || shape === 'nothing') return noMapValue;
  if (shape === 'truth') {
    return parseTruth(given) ?? fail(`strconv.ParseBool: parsing ${quote(given)}: invalid syntax`);
  }
  if (shape !== 'bytes') return notPlayed({ kind: 'kubeconfig-part' });
  const bytes = raw ? utf8(given) : goBase64(given);
  if (typeof bytes === 'number') return fail(`error decoding input value: illegal base64 data at input byte ${bytes}`);
  return base64(bytes);
}

/** `kubectl config unset`: a kubeconfig without one property. Upstream: pkg/cmd/config/unset.go, set.go modifyConfig. */
export function withoutProperty(config: Kubeconfig, text: string, release: string): Kubeconfig | Failure {
  const property = propertyOf(text, release);
  if (isFailure(property)) return property;
  const [first = '', second, third] = property.names;
  if (first === 'current-context') return { ...config, current: '' };
  if (first === 'preferences') return second === 'extensions' ? config : { ...config, colors: false };
  if (!isPartList(first)) return config;
  if (second === undefined) return { ...config, [first]: new Map() };
  if (third === undefined) return withPart(config, first, second, undefined);
  const before = config[first].get(second);
  if (before === undefined) return fail(`current map key \`${second}\` is invalid`);
  if (third === '-') return notPlayed({ kind: 'kubeconfig-part' });
  const left = new Map(before);
  left.delete(nameInFile(third));
  return withPart(config, first, second, left);
}
