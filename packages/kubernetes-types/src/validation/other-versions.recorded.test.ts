import { readdirSync, readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { describe, expect, it } from 'vitest';
import { spread } from '../../../../conformance/whole.ts';
import { loadKubernetesTypes } from '../catalog/kubernetes-types.ts';
import { defaultVersion, kubernetesVersions } from '../versions.ts';
import { type Answer, type Case, type CaseFile, clusterOf, expectedMessage, play } from './play-cases.ts';

/**
 * The answers of one version that differ from those of the default version, by file and place of the case; null of a
 * file whose kind the version does not serve, so that every request answers 404; `unasked` of a file about which no server
 * of the version was asked so far.
 */
type Differences = Readonly<Record<string, Readonly<Record<string, RecordedAnswer>> | null | 'unasked'>>;

type RecordedAnswer = Pick<Case, 'code' | 'message' | 'causes' | 'unordered'> & {
  /** The server is known to answer otherwise than here, as docs/not-modelled.md says. */
  readonly notModelled?: true;
};

const folder = new URL('./cases/', import.meta.url);
const files = readdirSync(folder).map(
  (name) => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as CaseFile] as const,
);

const others = kubernetesVersions.filter((version) => version !== defaultVersion);

describe.each(others.map((version, i) => [version, i] as const))('refusals of %s', async (version, i) => {
  const catalog = await loadKubernetesTypes(version);
  const differences = read(version);

  // Another share of the files for each version.
  const asked = files.filter(([name]) => differences[name] !== 'unasked');
  it.each(spread(asked, 3, i % 3))('%s', (name, file) => {
    const answers = differences[name];
    if (answers === 'unasked') throw new Error(name);
    if (answers === null) {
      const codes = file.cases.map((one) => play(file, one, emptyCluster(catalog)).code);
      expect(new Set(codes)).toEqual(new Set([404]));
      return;
    }
    const cluster = clusterOf(file, catalog);
    const differing = file.cases.flatMap((one, i) => {
      const recorded: RecordedAnswer = answers?.[i] ?? one;
      const played = comparable(file, one, recorded, play(file, one, cluster));
      const expected = comparable(file, one, recorded, recorded);
      if (recorded.notModelled) return played === expected ? [`${i} is modelled`] : [];
      return played === expected ? [] : [`${i} ${one.via} ${one.from}\n  expected ${expected}\n  got      ${played}`];
    });
    expect(differing).toEqual([]);
  });
});

function read(version: string): Differences {
  const file = new URL(`./other-versions/${version}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Differences;
}

/** An answer as a text that is the same for answers that nobody can tell apart. */
function comparable(file: CaseFile, one: Case, recorded: RecordedAnswer, answer: Answer): string {
  const { code, causes = [] } = answer;
  if (code < 400) return JSON.stringify({ code });
  const texts = causes.map((cause) => withoutMemory(JSON.stringify(cause)));
  if (recorded.unordered) return JSON.stringify({ code, causes: texts.sort() });
  const message = answer.message ?? expectedMessage(file, { ...one, ...answer });
  return JSON.stringify({ code, causes: texts, message: withoutMemory(message) });
}

/** What v1.33 tells without where something lay in its memory, and whether an empty map was sent or none. */
function withoutMemory(text: string): string {
  return text.replaceAll(/\(0x[0-9a-f]+\)/g, '(0x)').replaceAll('map[string]string{}', 'map[string]string(nil)');
}
