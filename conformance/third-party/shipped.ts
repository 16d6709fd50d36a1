import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

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
 * installed, by name. Throws for a package without a licence's text, and for one that is there in two versions.
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
  const { dependencies = {} } = manifestIn(folder);
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@managed-fields/')) continue;
    const place = realpathSync(join(modules, name));
    const { version, license } = manifestIn(place);
    const known = found.get(name);
    if (known !== undefined && known.version !== version)
      throw new Error(`${name} ships twice: ${known.version}, ${version}`);
    if (known !== undefined) continue;
    found.set(name, { name, version, licence: license, text: licenceIn(place) });
    // A package and its dependencies lie side by side in the store.
    follow(place, name.startsWith('@') ? dirname(dirname(place)) : dirname(place), found);
  }
}

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function licenceIn(folder: string): string {
  const files = readdirSync(folder).filter((name) =>
    /^(licen[cs]e|notice|third-?party-?notices)(\.(md|txt))?$/i.test(name),
  );
  if (files.length === 0) throw new Error(`${folder} brings no licence`);
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
