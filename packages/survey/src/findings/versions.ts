import { arrayAt, memberOf, textAt } from '../json.ts';
import type { SurveyRow } from '../object.ts';
import { type DefinitionFact, type Finding, findingOf, groupOf } from './finding.ts';
import { leavesOf } from './owned-by.ts';
import type { Judged, JudgeRow, Rule, WholeSurvey } from './rule.ts';

/**
 * Entries at versions that are no longer served. Of built-in kinds the server drops them at the next write; for custom
 * resources it refuses every write, since it cannot convert to a version that is gone.
 * Upstream: apimachinery managedfields versionconverter.go; apiextensions-apiserver pkg/apiserver/conversion.
 */
export const unservedVersion: Rule = {
  id: 'unserved-version',
  severity: 'error',
  conflict: false,
  example: 'version-gone-custom',
  judge(judged) {
    const { row, options } = judged;
    const { catalog } = options;
    if (catalog === undefined || row.entries.every(({ apiVersion }) => apiVersion === row.apiVersion)) return [];
    if (catalog.findKind(row.apiVersion, row.kind) === undefined) return [];
    const gone = otherVersions(row).filter(
      (place) => catalog.findKind(row.entries[place]?.apiVersion ?? '', row.kind) === undefined,
    );
    if (gone.length === 0) return [];
    return [found(judged, gone, leavesOf, 'yes')];
  },
  factsOf: ({ row, value }) => (row.kind === 'CustomResourceDefinition' ? definitionFacts(row, value) : []),
  judgeTogether({ facts, readAgain }: WholeSurvey): JudgeRow | undefined {
    const served = new Map(facts.flatMap((fact) => (fact.kind === 'definition' ? [[fact.defines, fact.served]] : [])));
    if (served.size === 0) return undefined;
    return (row) => {
      const places = otherVersions(row);
      if (places.length === 0) return [];
      const group = groupOf(row.apiVersion);
      const versions = served.get(`${row.kind}.${group}`);
      if (versions === undefined) return [];
      const gone = places.filter((place) => {
        const apiVersion = row.entries[place]?.apiVersion ?? '';
        return groupOf(apiVersion) !== group || !versions.includes(apiVersion.slice(group.length + 1));
      });
      if (gone.length === 0) return [];
      return [found(readAgain(row.index) ?? { row, owned: [] }, gone, leavesOf, '')];
    };
  },
};

/** The most entries of a finding. */
const mostEntries = 20;

/** The places of the entries at other versions than the object's. */
function otherVersions(row: SurveyRow): readonly number[] {
  const places = row.entries.flatMap(({ apiVersion }, place) =>
    apiVersion !== row.apiVersion && apiVersion !== '' ? [place] : [],
  );
  return places.slice(0, mostEntries);
}

function found(
  judged: Pick<Judged, 'row' | 'owned'>,
  gone: readonly number[],
  leaves: typeof leavesOf,
  builtin: 'yes' | '',
): Finding {
  const { entries } = judged.row;
  const each = (name: 'manager' | 'apiVersion') =>
    [...new Set(gone.map((place) => entries[place]?.[name] ?? ''))].join(', ');
  const fields = [...new Set(gone.flatMap((place) => leaves(judged, place)))];
  return findingOf('unserved-version', fields, gone, {
    managers: each('manager'),
    versions: each('apiVersion'),
    builtin,
  });
}

function definitionFacts(row: SurveyRow, value: Judged['value']): readonly DefinitionFact[] {
  const spec = memberOf(value, 'spec');
  const kind = textAt(spec, 'names', 'kind');
  const served = arrayAt(spec, 'versions').flatMap((version) =>
    memberOf(version, 'served') === true ? [textAt(version, 'name')] : [],
  );
  if (kind === '' || served.length === 0) return [];
  return [{ kind: 'definition', index: row.index, defines: `${kind}.${textAt(spec, 'group')}`, served }];
}
