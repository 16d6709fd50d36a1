import { readFileSync } from 'node:fs';
import { type Shipped, shippedPackages } from './shipped.ts';

/** Why each package is there, by name. */
const reasons: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('reasons.json', import.meta.url), 'utf8'),
);

/** `THIRD_PARTY.md` of the repository: everything that ships, why it is there, and its licence. */
export function thirdParty(): string {
  const shipped = shippedPackages();
  for (const { name } of shipped) {
    if (reasons[name] === undefined)
      throw new Error(`conformance/third-party/reasons.json does not say why ${name} is there`);
  }
  const left = Object.keys(reasons).filter((name) => !shipped.some((each) => each.name === name));
  if (left.length > 0) throw new Error(`conformance/third-party/reasons.json names what does not ship: ${left}`);
  return document(
    'Made by `pnpm third-party`. What ships in the page and in the published packages, beside our own code.',
    shipped,
  );
}

/** The same for a published package, of what is bundled into it. */
export function thirdPartyOf(names: readonly string[]): string {
  const shipped = shippedPackages();
  const bundled = names.map((name) => {
    const found = shipped.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} is bundled, but nothing that ships depends on it`);
    return found;
  });
  return document('What is bundled into this package, beside our own code.', bundled);
}

function document(about: string, packages: readonly Shipped[]): string {
  const rows = packages.map(({ name, version, licence }) => [name, version, licence, reasons[name] ?? '']);
  const header = ['package', 'version', 'licence', 'why'];
  const table = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const texts = packages.map(({ name, version, text }) => `## ${name} ${version}\n\n~~~text\n${text}\n~~~`);
  return `${['# Third-party software', about, table, ...texts].join('\n\n')}\n`;
}
