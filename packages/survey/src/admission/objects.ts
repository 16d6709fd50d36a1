import { usualMinor } from '@managed-fields/api-server';
import { nearestVersion } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { kindOnServer, type ObjectServer, objectServer, serverOfKind } from '@managed-fields/player';
import { groupOf } from '../findings/finding.ts';
import type { WholeSurvey } from '../findings/rule.ts';
import type { Json } from '../json.ts';
import type { SurveyRow } from '../object.ts';
import { type Admitted, playAdmission } from './play.ts';
import { type AdmissionSources, admissionSources, type Concern, concernOf, definedPlural } from './sources.ts';

/** What admission makes of the objects of a survey, by their index; those that it leaves alone are not in it. */
export type AdmittedObjects = ReadonlyMap<number, Admitted>;

type Asked = Omit<WholeSurvey, 'admitted' | 'tally'>;

/**
 * Plays admission on the objects of a survey with the policies, bindings, parameters, LimitRanges, classes, webhook effects
 * and namespaces in it, as a cluster as installed does. Without any of those nothing is played, and without the kinds of a
 * version neither. Where modules are not loaded the computation is left (`attempt`).
 */
export function admittedObjects({ rows, facts, options, readAgain }: Asked): AdmittedObjects {
  const { catalog } = options;
  const all = new Map<number, Admitted>();
  if (catalog === undefined || !facts.some(({ kind }) => kind === 'admission')) return all;
  const read = (index: number) => readAgain(index)?.value;
  const sources = admissionSources(rows, facts, read);
  if (sources.sources.length === 0) return all;
  const valuesOf = (indexes: readonly number[]) => indexes.flatMap((index) => asMap(read(index)) ?? []);
  const around = valuesOf(sources.around.map(({ index }) => index));
  const kubernetes = nearestVersion(`v1.${catalog.minor ?? usualMinor}`);
  const serversWith = (definitions: readonly number[]) => {
    const defined = valuesOf(definitions);
    return {
      with: objectServer(catalog, kubernetes, defined, around, 'installed'),
      without: objectServer(catalog, kubernetes, defined, [], 'installed'),
    };
  };
  const plain = serversWith([]);
  const definitions = new Map(
    facts.flatMap((fact) => (fact.kind === 'definition' ? [[fact.defines, fact.index] as const] : [])),
  );
  const kinds = new Map<string, KindOfRows>();
  for (const row of rows) {
    const name = `${row.apiVersion} ${row.kind}`;
    const kind = kinds.get(name) ?? kindOfRows(row, { plain, definitions, serversWith, read });
    kinds.set(name, kind);
    const concern = row.entries.length === 0 ? undefined : concernIn(sources, kind, row);
    const live = concern === undefined ? undefined : asMap(read(row.index));
    if (concern === undefined || live === undefined) continue;
    const admitted = playAdmission(kind.servers, row, live, concern);
    if (admitted !== undefined && admitted.unowned.length + admitted.applied.length > 0) all.set(row.index, admitted);
  }
  return all;
}

function asMap(value: Json | undefined) {
  return value === undefined ? undefined : mapFromPlain(value);
}

interface Servers {
  readonly with: ObjectServer;
  readonly without: ObjectServer;
}

/** The resource of the rows of a kind, and the servers that know it; no resource where the kind is not known. */
interface KindOfRows {
  readonly plural: string | undefined;
  readonly servers: Servers;
}

interface KindMeans {
  readonly plain: Servers;
  readonly definitions: ReadonlyMap<string, number>;
  readonly serversWith: (definitions: readonly number[]) => Servers;
  readonly read: (index: number) => Json | undefined;
}

function kindOfRows(row: SurveyRow, { plain, definitions, serversWith, read }: KindMeans): KindOfRows {
  const found = kindOnServer(plain.with, row);
  if (found !== undefined) return { plural: found.resource.plural, servers: plain };
  const index = definitions.get(`${row.kind}.${groupOf(row.apiVersion)}`);
  if (index !== undefined) return { plural: definedPlural(read(index)), servers: serversWith([index]) };
  const servers = { with: serverOfKind(plain.with, row), without: serverOfKind(plain.without, row) };
  return { plural: kindOnServer(servers.with, row)?.resource.plural, servers };
}

function concernIn(sources: AdmissionSources, { plural }: KindOfRows, row: SurveyRow): Concern | undefined {
  return plural === undefined ? undefined : concernOf(sources, plural, row);
}
