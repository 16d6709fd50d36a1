import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packages of which only a part is bundled, with those of their dependencies that are in that part: the others never ship.
 * `stageProgram` fails where something else is bundled.
 */
const inPart: Readonly<Record<string, readonly string[]>> = {
  '@modelcontextprotocol/sdk': ['ajv', 'ajv-formats', 'content-type', 'zod', 'zod-to-json-schema'],
  ajv: ['fast-deep-equal', 'fast-uri', 'json-schema-traverse'],
};

/** A package of somebody else that ships in the page or in a published package. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** The licence's SPDX expression. */
  readonly licence: string;
  /** The licence as the package brings it, with notices of what the package itself contains. */
  readonly text: string;
}

/**
 * Everything that the page and the packages depend on at run time, and what that depends on in turn, as it is
 * installed, by name. Throws for a package without a licence, and for one that is there in two versions.
 */
export function shippedPackages(): readonly Shipped[] {
  const found = new Map<string, Shipped>();
  const own = ['app', ...readdirSync(`${root}packages`).map((name) => `packages/${name}`)];
  for (const folder of own) {
    const manifest = `${root}${folder}/package.json`;
    if (existsSync(manifest)) follow(`${root}${folder}`, `${root}${folder}/node_modules`, found);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds what the package in a folder depends on; its dependencies lie in `modules`. */
function follow(folder: string, modules: string, found: Map<string, Shipped>): void {
  const { name: self, dependencies = {} } = manifestIn(folder);
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@managed-fields/') || inPart[self]?.includes(name) === false) continue;
    const place = realpathSync(join(modules, name));
    const manifest = manifestIn(place);
    const { version, license } = manifest;
    const known = found.get(name);
    if (known !== undefined && known.version !== version)
      throw new Error(`${name} ships twice: ${known.version}, ${version}`);
    if (known !== undefined) continue;
    found.set(name, { name, version, licence: license, text: licenceIn(place) ?? licenceOf(manifest) });
    // A package and its dependencies lie side by side in the store.
    follow(place, name.startsWith('@') ? dirname(dirname(place)) : dirname(place), found);
  }
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** The licence's text that a package brings; undefined where it brings none. */
function licenceIn(folder: string): string | undefined {
  const files = readdirSync(folder).filter((name) =>
    /^(licen[cs]e|notice|third-?party-?notices)(\.(md|txt))?$/i.test(name),
  );
  if (files.length === 0) return undefined;
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}

/** The text of the licence that a manifest names, for a package that does not bring it. */
function licenceOf({ license, author }: Manifest): string {
  const name = typeof author === 'object' ? author.name : author?.replace(/ *<.*>/, '');
  if (license !== 'MIT' || name === undefined) throw new Error(`no text of ${license} by ${name}`);
  return `The package names this licence without its text.\n\nMIT License\n\nCopyright (c) ${name}\n\n${mit}`;
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
