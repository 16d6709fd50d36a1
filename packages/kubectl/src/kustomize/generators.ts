import {
  base64,
  cut,
  formatJson,
  mapAt,
  stringAt,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

import { type Failure, fail, isFailure } from '../failure.ts';
import { trimmedLeft } from '../go-strings.ts';
import { hashLetters } from '../hash-letters.ts';
import { textList, textsAt } from './kustomization.ts';
import type { Loader } from './loader.ts';
import { isNodeScalar, madeMap, type NodeMap, textOf, within } from './node.ts';
import { type Behavior, Resource } from './resource.ts';

type Pair = readonly [key: string, value: string];

/**
 * Makes a ConfigMap or a Secret. `options` are those of the whole kustomization.
 * Upstream: kustomize api/internal/generators/configmap.go, secret.go; api/types/generatoroptions.go.
 */
export function generated(
  loader: Loader,
  kind: 'ConfigMap' | 'Secret',
  args: ValueMap,
  options: ValueMap | undefined,
): Resource | Failure {
  const name = stringAt(args, 'name') ?? '';
  if (name === '') return fail('a configmap must have a name');
  const metadata: NodeMap = new Map([['name', name]]);
  const namespace = stringAt(args, 'namespace') ?? '';
  if (namespace !== '') metadata.set('namespace', namespace);
  const node: NodeMap = new Map<string, NodeMap | string>([
    ['apiVersion', 'v1'],
    ['kind', kind],
    ['metadata', metadata],
  ]);
  const data = dataOf(loader, args, name);
  if (isFailure(data)) return data;
  if (kind === 'Secret') {
    node.set('type', stringAt(args, 'type') || 'Opaque');
    const entries = madeMap(node, 'data');
    for (const [key, text] of data) entries.set(key, wrappedBase64(text));
  } else if (data.size > 0) node.set('data', data);
  const own = mapAt(args, 'options');
  const resource = new Resource(node, loader.kinds);
  for (const field of ['labels', 'annotations'] as const) {
    resource.setTexts(field, new Map([...textsAt(options, field), ...textsAt(own, field)]));
  }
  const isSet = (option: string) => own?.get(option) === true || options?.get(option) === true;
  if (isSet('immutable')) node.set('immutable', true);
  resource.needsHash = !isSet('disableNameSuffixHash');
  resource.behavior = behaviorOf(stringAt(args, 'behavior'));
  resource.isGenerated = true;
  return resource;
}

function behaviorOf(text: string | undefined): Behavior {
  return text === 'create' || text === 'replace' || text === 'merge' ? text : 'unspecified';
}

/** Upstream: kustomize api/kv/kv.go Load, api/internal/generators/utils.go makeValidatedDataMap. */
function dataOf(loader: Loader, args: ValueMap, name: string): Map<string, string> | Failure {
  const env = stringAt(args, 'env') ?? '';
  const envs = [...textList(args, 'envs'), ...(env === '' ? [] : [env])];
  const [literals, files] = [textList(args, 'literals'), textList(args, 'files')];
  const data = new Map<string, string>();
  for (const [sources, label, read] of [
    [envs, 'env source files:', (source: string) => envPairs(loader, source)],
    [literals, 'literal sources', literalPairs],
    [files, 'file sources:', (source: string) => filePairs(loader, source)],
  ] as const) {
    for (const source of sources) {
      const pairs = read(source);
      if (isFailure(pairs)) return within('loading KV pairs', within(`${label} [${sources.join(' ')}]`, pairs));
      for (const [key, value] of pairs) {
        if (data.has(key)) return fail(`configmap ${name} illegally repeats the key \`${key}\``);
        data.set(key, value);
      }
    }
  }
  return data;
}

function envPairs(loader: Loader, path: string): readonly Pair[] | Failure {
  const text = loader.load(path);
  if (isFailure(text)) return text;
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  return lines.flatMap((line): readonly Pair[] => {
    const bare = trimmedLeft(line);
    const [key, value] = cut(bare, '=');
    return key === '' || bare.startsWith('#') ? [] : [[key, value]];
  });
}

function literalPairs(source: string): readonly Pair[] | Failure {
  const at = source.indexOf('=');
  if (at <= 0) return fail(`invalid literal source ${source}, expected key=value`);
  const value = source.slice(at + 1);
  const isQuoted = value.length >= 2 && /^["']/.test(value) && value[0] === value.at(-1);
  return [[source.slice(0, at), isQuoted ? value.slice(1, -1) : value]];
}

function filePairs(loader: Loader, source: string): readonly Pair[] | Failure {
  const quoted = JSON.stringify(source);
  const [first] = cut(source, '=');
  const [, second, ...more] = source.split('=');
  if (more.length > 0) return fail(`source ${quoted} key name or file path contains '='`);
  if (second !== undefined && first === '') {
    return fail(`missing key name for file path ${JSON.stringify(second)} in source ${quoted}`);
  }
  if (second === '') return fail(`missing file path for key name ${JSON.stringify(first)} in source ${quoted}`);
  const text = loader.load(second ?? first);
  if (isFailure(text)) return text;
  const base = first.slice(first.lastIndexOf('/') + 1);
  return [[second === undefined ? base : first, text]];
}

const lineLength = 70;

/** Upstream: kyaml yaml/datamap.go encodeBase64. */
function wrappedBase64(text: string): string {
  const encoded = base64(utf8(text));
  if (encoded.length < lineLength) return encoded;
  return encoded.replace(/.{1,70}/g, (line) => `${line}\n`);
}

/**
 * What is added to the name of a generated resource. The name itself does not count: upstream looks for it where there is
 * none. Upstream: kustomize api/hasher/hasher.go.
 */
export function contentHash({ node, gvk }: Resource): string {
  const fields = gvk.kind === 'Secret' ? ['data', 'stringData'] : ['data', 'binaryData'];
  const content = new Map<string, Value>([
    ['kind', gvk.kind],
    ['name', ''],
  ]);
  if (gvk.kind === 'Secret') content.set('type', textOf(node.get('type')));
  for (const field of fields) {
    const value = node.get(field);
    if (value !== undefined) content.set(field, isNodeScalar(value) ? textOf(value) : value);
    else if (field === 'data') content.set(field, '');
  }
  return hashLetters(formatJson(content, { sortKeys: true }));
}
