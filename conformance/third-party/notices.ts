import { readFileSync } from 'node:fs';
import { releases } from '@managed-fields/kubernetes-types';
import { type Shipped, shippedPackages } from './shipped.ts';

/** The projects of the known definitions of custom kinds, with their notices; made by `pnpm known`. */
const index: {
  readonly projects: readonly { readonly project: string; readonly release: string; readonly module: string }[];
  readonly definitions: readonly { readonly project: number }[];
} = read('../../packages/known-definitions/src/data/index.json');
const notices: readonly { readonly project: string; readonly notice: string }[] = read('./known-definitions.json');

/** The rules of gitleaks, and their licence; made by `pnpm secrets:rules`. */
const gitleaks: { readonly project: string; readonly release: string; readonly module: string } = read(
  '../../packages/redact/src/data/gitleaks.json',
);
const gitleaksNotice: { readonly licence: string } = read('./gitleaks.json');

/** Why each package is there, by name; `@scope/*` speaks of all of a scope that have no reason of their own. */
const reasons: Readonly<Record<string, string>> = read('reasons.json');

/** The key of `reasons` that speaks of a package. */
function reasonKey(name: string): string {
  return reasons[name] === undefined ? name.replace(/\/.*/, '/*') : name;
}

function read(path: string) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

/** `THIRD_PARTY.md` of the repository: everything that ships, why it is there, and its licence. */
export function thirdParty(): string {
  const shipped = shippedPackages();
  for (const { name } of shipped) {
    if (reasons[reasonKey(name)] === undefined)
      throw new Error(`conformance/third-party/reasons.json does not say why ${name} is there`);
  }
  const left = Object.keys(reasons).filter((name) => !shipped.some((each) => reasonKey(each.name) === name));
  if (left.length > 0) throw new Error(`conformance/third-party/reasons.json names what does not ship: ${left}`);
  return document(
    'Made by `pnpm third-party`. What ships in the page and in the published packages, beside our own code.',
    shipped,
    [...knownDefinitions(), ...textsOfFields(), ...rulesOfOthers()],
  );
}

/**
 * The same for a published package, of what is bundled into it: packages, and perhaps the definitions of custom kinds.
 */
export function thirdPartyOf(names: readonly string[], withDefinitions: boolean): string {
  const shipped = shippedPackages();
  const bundled = names.map((name) => {
    const found = shipped.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} is bundled, but nothing that ships depends on it`);
    return found;
  });
  const definitions = withDefinitions ? [...knownDefinitions(), ...textsOfFields()] : [];
  return document('What is bundled into this package, beside our own code.', bundled, definitions);
}

function document(about: string, packages: readonly Shipped[], definitions: readonly string[]): string {
  const rows = packages.map(({ name, version, licence }) => [name, version, licence, reasons[reasonKey(name)] ?? '']);
  const table = rows.length === 0 ? [] : [tableOf(['package', 'version', 'licence', 'why'], rows)];
  const texts = [...new Set(packages.map(({ text }) => text))].map((text) => {
    const names = packages.filter((each) => each.text === text).map(({ name, version }) => `${name} ${version}`);
    return `## ${names.join(', ')}\n\n~~~text\n${text}\n~~~`;
  });
  return `${['# Third-party software', about, ...table, ...definitions, ...texts].join('\n\n')}\n`;
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Writes where the rules come from by which tokens are known, with their licence. */
function rulesOfOthers(): readonly string[] {
  const about = `The rules in \`packages/redact/src/data/gitleaks.json\` are those of ${gitleaks.project} ${gitleaks.release} (Go module \`${gitleaks.module}\`), brought in by \`pnpm secrets:rules\` without their descriptions, under the MIT License:`;
  return ['## Rules for secrets', about, `~~~text\n${gitleaksNotice.licence}\n~~~`];
}

/** Writes where the texts come from that `kubectl explain` prints. */
function textsOfFields(): readonly string[] {
  const about =
    'What `packages/kubernetes-types/src/data/descriptions` says of the fields of built-in kinds are the texts of Kubernetes ' +
    `${Object.values(releases).join(', ')} (Go module \`k8s.io/kubernetes\`), under the Apache License 2.0, as this project is.`;
  return ['## Descriptions of fields', about];
}

/**
 * Writes where the known definitions of custom kinds come from, with the notices that their licences ask to be
 * repeated.
 */
function knownDefinitions(): readonly string[] {
  const { projects, definitions } = index;
  const rows = projects.map(({ project, release, module }, place) => {
    const count = definitions.filter((each) => each.project === place).length;
    return [project, release, module, 'Apache-2.0', String(count)];
  });
  const about =
    'The definitions of custom kinds in `packages/known-definitions` are those of these projects, made smaller by ' +
    '`pnpm known`: descriptions, printed columns and whatever else does not decide about objects is left out. ' +
    'All are under the Apache License 2.0, as this project is; its text is in LICENSE.';
  const texts = notices.map(({ project, notice }) => `### Notice of ${project}\n\n~~~text\n${notice}\n~~~`);
  const header = ['project', 'release', 'Go module', 'licence', 'definitions'];
  return ['## Definitions of custom kinds', about, tableOf(header, rows), ...texts];
}
