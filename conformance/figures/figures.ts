import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultVersion } from '@managed-fields/kubernetes-types';
import { files, formats, links, messages, strings, texts } from '../../e2e/hostile/corpus.ts';
import { secretCases } from '../../e2e/hostile/secrets.ts';
import { expressionsIn } from '../expressions/found.ts';
import { pageFiles } from '../expressions/page-files.ts';
import { writers } from '../foreign-text/writers.ts';
import type { Count, Tally } from '../replay/judge.ts';
import { mutations } from '../secrets/mutations.ts';

const root = new URL('../../', import.meta.url);

/** The path of the README, which counts the examples. */
export const readmeFile = fileURLToPath(new URL('README.md', root));

/** The path of the list of all that the page shows, which counts the known definitions. */
export const featuresFile = fileURLToPath(new URL('docs/features.md', root));

/** The path of what the engine is held against, with what the traces come to. */
export const proofFile = fileURLToPath(new URL('docs/proof.md', root));

/** The path of what is promised about safety. */
export const securityFile = fileURLToPath(new URL('SECURITY.md', root));

/**
 * A figure of a page: the words in which it stands, on whatever lines, the figure itself in their one group, and
 * what it has to be.
 */
interface Figure {
  readonly words: RegExp;
  readonly figure: string;
}

/** A text with its figures as they are. Words that do not stand in it are a fault of ours, so that none is lost. */
function withFigures(text: string, figures: readonly Figure[]): string {
  return figures.reduce((all, { words, figure }) => {
    const pattern = new RegExp(words.source.replaceAll(' ', '\\s+'));
    if (!pattern.test(all)) throw new Error(`the page does not say ${words.source}`);
    return all.replace(pattern, (found: string, old: string) => found.replace(old, () => figure));
  }, text);
}

/** The README with its figures, which follow from files alone. */
export function withReadmeCounts(readme: string): string {
  return withFigures(readme, [
    { words: /\*\*A gallery\*\* of (\d+) situations/, figure: String(read('public/examples/', '.yaml').length) },
  ]);
}

/** The list of features with its figures, which follow from files alone. */
export function withFeatureCounts(features: string): string {
  const known: Readonly<Record<'projects' | 'definitions', readonly unknown[]>> = JSON.parse(
    readFileSync(new URL('packages/known-definitions/src/data/index.json', root), 'utf8'),
  );
  return withFigures(features, [
    { words: /without one: (\d+) kinds of \d+ projects/, figure: String(known.definitions.length) },
    { words: /without one: \d+ kinds of (\d+) projects/, figure: String(known.projects.length) },
  ]);
}

/** The page of proof with the figures that follow from files alone. */
export function withProofCounts(proof: string): string {
  const cases = read('packages/kubernetes-types/src/validation/cases/', '.json').flatMap(
    (text) => (JSON.parse(text) as { readonly cases: readonly { readonly code: number }[] }).cases,
  );
  return withFigures(proof, [
    {
      words: /`conformance` holds ([\d,]+) answers of the real server to objects/,
      figure: cases.length.toLocaleString('en'),
    },
    {
      words: /([\d,]+) of which are refusals/,
      figure: cases.filter(({ code }) => code >= 400).length.toLocaleString('en'),
    },
  ]);
}

/** SECURITY.md with its figures, which follow from files alone. */
export function withSecurityCounts(security: string): string {
  const inputs = [strings, formats, texts, files, links, messages];
  return withFigures(security, [
    { words: /([\d,]+) forms of secrets/, figure: secretCases.length.toLocaleString('en') },
    { words: /forms of secrets and (\d+) mutations/, figure: String(mutations.length) },
    // In hundreds, so that a new expression seldom changes it.
    {
      words: /each of over ([\d,]+) expressions/,
      figure: (Math.floor(expressionCount() / 100) * 100).toLocaleString('en'),
    },
    { words: /`conformance\/foreign-text`: (\d+) writers/, figure: String(writers.length) },
    { words: /holds the ([\d,]+) inputs that try to break this/, figure: inputs.flat().length.toLocaleString('en') },
  ]);
}

let expressions: number | undefined;

/** Returns the number of regular expressions that a page runs, counted once, since all files of the page are read. */
function expressionCount(): number {
  expressions ??= expressionsIn(fileURLToPath(root), pageFiles(fileURLToPath(root))).written.length;
  return expressions;
}

function read(folder: string, ending: string): readonly string[] {
  const files = readdirSync(new URL(folder, root)).filter((file) => file.endsWith(ending));
  return files.map((file) => readFileSync(new URL(folder + file, root), 'utf8'));
}

/**
 * A row of the table of traces: what stands before its figure, the folders that it is about, the figure, and the rest.
 */
const row = /^(\| ((?:`[\w-]+`(?:, )?)+) +\|.*\| )(\d+ of \d+ *)( \|)$/gm;

/** The folders of traces that have a row. */
export function foldersOf(proof: string): readonly string[] {
  return [...proof.matchAll(row)].flatMap(([, , names = '']) => namesIn(names));
}

/** The page of proof with the figures that follow from playing all traces, by version and folder: `v1.36/reference`. */
export function withFiguresOf(proof: string, tallies: ReadonlyMap<string, Tally>): string {
  const own = [...tallies].filter(([name]) => name.startsWith(`${defaultVersion}/`));
  const folders = own.map(([name, tally]) => [name.slice(defaultVersion.length + 1), tally] as const);
  return withVersions(withTallies(proof, new Map(folders)), tallies);
}

/** A row about a version: what stands before its figure, the version, the figure, and the rest. */
const versionRow = /^(\| (v1\.\d+)\.[\w.-]+ +\| )(\d+ of \d+ *)( \|)/gm;

/** The page of proof with the steps of each version. */
export function withVersions(proof: string, tallies: ReadonlyMap<string, Tally>): string {
  const versions = new Set([...tallies.keys()].map((name) => name.slice(0, name.indexOf('/'))));
  const rows = [...proof.matchAll(versionRow)].map(([, , version]) => version);
  const missing = [...versions].filter((version) => !rows.includes(version));
  if (missing.length > 0) throw new Error(`docs/proof.md has no row for ${missing.join(', ')}`);
  return proof.replace(versionRow, (_row, before: string, version: string, old: string, after: string) => {
    const counts = [...tallies].filter(([name]) => name.startsWith(`${version}/`)).map(([, { steps }]) => steps);
    if (counts.length === 0) throw new Error(`docs/proof.md speaks of ${version}, of which there are no traces`);
    const total = (pick: (count: Count) => number) => counts.reduce((all, each) => all + pick(each), 0);
    const figure = `${total(({ identical }) => identical)} of ${total(({ all }) => all)}`;
    return `${before}${figure.padEnd(old.length)}${after}`;
  });
}

/**
 * The page of proof with the figures that follow from playing the traces of the default version, by the folders in which they
 * lie.
 */
export function withTallies(proof: string, tallies: ReadonlyMap<string, Tally>): string {
  const sum = (folders: readonly string[], count: (tally: Tally) => Count): string => {
    const counts = folders.map((folder) => count(tallyOf(tallies, folder)));
    const total = (pick: (count: Count) => number) => counts.reduce((all, each) => all + pick(each), 0);
    return `${total(({ identical }) => identical)} of ${total(({ all }) => all)}`;
  };
  const all = [...tallies.keys()];
  const missing = all.filter((folder) => !foldersOf(proof).includes(folder));
  if (missing.length > 0) throw new Error(`docs/proof.md has no row for ${missing.join(', ')}`);
  const filled = proof.replace(
    row,
    (_row, before: string, names: string, old: string, after: string) =>
      `${before}${sum(namesIn(names), ({ steps }) => steps).padEnd(old.length)}${after}`,
  );
  return withFigures(filled, [
    { words: /kubectl prints, (\d+ of \d+) texts are the same/, figure: sum(all, ({ texts }) => texts) },
    { words: /what it reads, (\d+ of \d+) requests with their answers/, figure: sum(all, ({ reads }) => reads) },
    {
      words: /In (\d+) answers the server leaves something to chance/,
      figure: String([...tallies.values()].reduce((total, { byChance }) => total + byChance, 0)),
    },
  ]);
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
}

function tallyOf(tallies: ReadonlyMap<string, Tally>, folder: string): Tally {
  const tally = tallies.get(folder);
  if (tally === undefined) throw new Error(`docs/proof.md speaks of traces in ${folder}, and there are none`);
  return tally;
}
