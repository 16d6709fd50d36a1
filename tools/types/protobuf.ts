import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needGo, readArguments } from '../arguments.ts';
import { folderOf } from '../known/modules.ts';

readArguments({
  name: 'npx tsx tools/types/protobuf.ts',
  about: `Writes the numbers of the fields of built-in kinds in protobuf, by which bodies of Go clients are read (needs Go, which fetches
the modules): packages/node-server/src/data/messages.json. Numbers never change, so those of the newest version hold for all.`,
});
needGo('npx tsx tools/types/protobuf.ts');

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const modules = ['k8s.io/api', 'k8s.io/apimachinery', 'k8s.io/apiextensions-apiserver', 'k8s.io/kube-aggregator'];
const releases = ['v0.36.3', 'v0.37.0'];
const { definitions }: { definitions: Readonly<Record<string, { readonly properties?: object }>> } = JSON.parse(
  readFileSync(here('../../packages/kubernetes-types/src/data/v1.36/definitions.json'), 'utf8'),
);

/** `[number, name, type]`; the type begins with `[]` in a list and with `{}` in a map, whose keys are strings. */
type Field = readonly [number: number, name: string, type: string];

/** Kinds of groups that no server has any more, or only behind a feature gate. */
const served = new Set(Object.keys(definitions).flatMap((name) => /^(io\.k8s\..*)\.[^.]+$/.exec(name)?.[1] ?? []));

const scalars = new Set(['string', 'bool', 'bytes', 'int32', 'int64', 'uint32', 'uint64', 'double', 'float']);

const messages = new Map<string, readonly Field[]>();
let ofFirst: ReadonlyMap<string, readonly Field[]> = new Map();
for (const release of releases) {
  for (const module of modules) {
    const folder = folderOf({ project: '', module, version: release, paths: [] });
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('generated.proto')) read(readFileSync(join(folder, name), 'utf8'));
    }
  }
  if (ofFirst.size === 0) ofFirst = new Map(messages);
}
const lists = [...messages].filter(([name, fields]) => isWrapped(name, fields)).map(([name]) => name);
const rows = [...messages]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, fields]) => {
    const listed = fields.map(([number, field, type]) => [number, jsonName(name, field, type), type]);
    return `${JSON.stringify(name)}: ${JSON.stringify(listed)}`;
  });
const text = `{\n"lists": ${JSON.stringify(lists.sort())},\n"messages": {\n${rows.join(',\n')}\n}\n}\n`;
writeFileSync(here('../../packages/node-server/src/data/messages.json'), text);
console.log(`${messages.size} messages, ${text.length} bytes`);

function read(text: string): void {
  const package_ = /^package (\S+);/m.exec(text)?.[1] ?? '';
  if (
    !package_.includes('.meta.') &&
    !/\.(?:runtime|intstr|resource)$/.test(package_) &&
    !served.has(definitionOf(package_))
  )
    return;
  for (const [, name = '', body = ''] of text.matchAll(/^message (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const fields = [
      ...body.matchAll(/^ {2}(repeated|optional|required|map<string, ?)([^=]*?)>? ?(\w+) = (\d+)[ ;[]/gm),
    ];
    const found = fields.map(([, label = '', type = '', field = '', number = '']): Field => {
      const before = label === 'repeated' ? '[]' : label.startsWith('map') ? '{}' : '';
      return [Number(number), field, before + fullName(type.trim().replace(/>$/, ''), package_)];
    });
    messages.set(`${package_}.${name}`, found);
  }
}

function fullName(type: string, package_: string): string {
  if (scalars.has(type)) return type;
  return type.startsWith('.') ? type.slice(1) : `${package_}.${type}`;
}

/** Go's package as the definitions name it: `k8s.io.api.apps.v1` is `io.k8s.api.apps.v1`. */
function definitionOf(name: string): string {
  return name
    .replace(
      /^k8s\.io\.(kube_aggregator|apiextensions_apiserver|kube-aggregator|apiextensions-apiserver)/,
      (_, each) => `io.k8s.${each.replace('_', '-')}`,
    )
    .replace(/^k8s\.io/, 'io.k8s');
}

/** Whether a message stands for a list in Go, which has no definition of its own. */
function isWrapped(name: string, fields: readonly Field[]): boolean {
  const [field] = fields;
  return fields.length === 1 && field?.[1] === 'items' && !(definitionOf(name) in definitions);
}

/**
 * The name of a field in JSON, which mostly is that in protobuf; empty where the fields of the message stand in the object
 * itself, as those of an embedded struct do.
 */
function jsonName(parent: string, field: string, type: string): string {
  const properties = Object.keys(definitions[definitionOf(parent)]?.properties ?? {});
  if (properties.length === 0 || properties.includes(field)) return field;
  const kebab = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const other = properties.find(
    (each) => [`$${field}`, kebab].includes(each) || each.toLowerCase() === field.toLowerCase(),
  );
  if (other !== undefined) return other;
  return messages.has(type) && isOld(parent, field) ? '' : field;
}

/** Whether the release of the definitions has the field, though no definition names it. */
function isOld(parent: string, field: string): boolean {
  return ofFirst.get(parent)?.some(([, name]) => name === field) ?? false;
}
