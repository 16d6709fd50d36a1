import { shellWord } from '@managed-fields/foreign-text';
import {
  isList,
  isMap,
  mapAt,
  parseJson,
  pathToString,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { addStep, freshScenario, type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { Finding } from '../findings/finding.ts';
import { clientSideApply, lastAppliedName } from '../findings/known-managers.ts';
import type { SurveyRow } from '../object.ts';
import { exactValue, type ObjectText } from '../read/reader.ts';
import { manifestFile } from './commands.ts';
import { configurationWith } from './configuration.ts';
import { repairOf } from './repair.ts';

/**
 * A scenario to try a finding in: the live object, and the steps that show the trouble or mend it. Undefined where the
 * text of the object cannot be read exactly. The steps may end in the server's refusal: that is what they show. `around` is
 * what admission goes by for the object.
 */
export function tryScenario(
  finding: Finding,
  row: SurveyRow,
  text: ObjectText,
  around: readonly NewStep[] = [],
): Scenario | undefined {
  const object = exactValue(text);
  if (!isMap(object)) return undefined;
  const live: NewStep = { kind: 'live', text: printYaml(object).text };
  const shown = stepsFor(finding, row, object);
  if (isOfAdmission(finding)) return freshScenario('', [...around, live, ...shown]);
  if (shown.length > 0) return newScenario('', [live, ...shown]);
  const repaired = repairOf(finding, row, text)?.scenario;
  if (repaired === undefined) return newScenario('', [live]);
  const after = afterwards(finding, row, object);
  return after === undefined ? repaired : addStep(repaired, after);
}

/** Whether a finding is one of what admission does. */
export function isOfAdmission({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule === 'written-by-admission' || rule === 'changed-by-admission';
}

/** The steps that show a finding otherwise than by its repair. */
function stepsFor(finding: Finding, row: SurveyRow, object: ValueMap): readonly NewStep[] {
  switch (finding.rule) {
    case 'leftover-client-side-apply':
      return finding.facts['manager'] === clientSideApply ? migration(finding, row, object) : [];
    case 'shared-atomic-field':
      return changedByOne(finding, row, object);
    case 'last-applied-differs':
    case 'large-annotations':
      return appliedAgain(object);
    case 'duplicate-keys':
      return appliedServerSide(object);
    case 'rewritten-field':
      return forcedBack(finding, row, object);
    case 'replicas-under-autoscaler':
      return scaledBetween(finding, row, object);
    case 'written-by-admission':
      return appliedWithout(row, object);
    case 'changed-by-admission':
      return appliedByAnother(finding, row, object);
    default:
      return [];
  }
}

/** The applier's own manifest, as its entry has it. */
function configurationOf(
  { entries }: Pick<Finding, 'entries'>,
  row: SurveyRow,
  object: ValueMap,
  pick: Parameters<typeof configurationWith>[2] = (_, value) => value,
) {
  const place = entries.find((entry) => row.entries[entry]?.operation === 'Apply');
  const entry = place === undefined ? undefined : row.entries[place];
  if (place === undefined || entry === undefined || entry.apiVersion !== row.apiVersion) return undefined;
  const configuration = configurationWith(object, place, pick);
  return configuration === undefined ? undefined : { configuration, manager: entry.manager };
}

/** The server-side apply of kubectl, which hands over what client-side apply left. */
function migration(finding: Finding, row: SurveyRow, object: ValueMap): readonly NewStep[] {
  const own = configurationOf(finding, row, object);
  if (own === undefined) return [];
  const manager = own.manager === 'kubectl' ? '' : ` --field-manager=${shellWord(own.manager)}`;
  const line = `kubectl apply --server-side${manager} -f ${manifestFile}`;
  return [{ kind: 'kubectl', text: line, files: { [manifestFile]: printYaml(own.configuration).text } }];
}

/** After entries were handed over, the next apply removes what the manifest does not have. */
function afterwards(finding: Finding, row: SurveyRow, object: ValueMap): NewStep | undefined {
  if (finding.rule !== 'leftover-client-side-apply' && finding.rule !== 'apply-and-update') return undefined;
  const own = configurationOf(finding, row, object);
  return own === undefined
    ? undefined
    : { kind: 'apply', manager: own.manager, text: printYaml(own.configuration).text };
}

/** The first applier applies again what it owns, which leaves what nobody owns as it is. */
function appliedWithout(row: SurveyRow, object: ValueMap): readonly NewStep[] {
  const place = row.entries.findIndex(({ operation, subresource }) => operation === 'Apply' && subresource === '');
  const own = place < 0 ? undefined : configurationOf({ entries: [place] }, row, object);
  return own === undefined ? [] : [{ kind: 'apply', manager: own.manager, text: printYaml(own.configuration).text }];
}

/** The applier, and then somebody else, applies a file with the value that admission makes another one of. */
function appliedByAnother(finding: Finding, row: SurveyRow, object: ValueMap): readonly NewStep[] {
  const [first] = finding.fields;
  const { sent = '' } = finding.facts;
  const own = configurationOf(finding, row, object, (path, value) =>
    pathToString(path) === first ? (typeof value === 'string' ? sent : (jsonValue(sent) ?? value)) : value,
  );
  if (own === undefined) return [];
  const text = printYaml(own.configuration).text;
  return [own.manager, `${own.manager}-2`].map((manager) => ({ kind: 'apply', manager, text }));
}

function jsonValue(text: string): Value | undefined {
  const read = parseJson(text);
  return read.kind === 'value' ? read.value : undefined;
}

/** One of the appliers leaves the last item out of what they share, which conflicts with the others. */
function changedByOne(finding: Finding, row: SurveyRow, object: ValueMap): readonly NewStep[] {
  const own = configurationOf(finding, row, object);
  if (own === undefined) return [];
  const text = printYaml(shortened(own.configuration, finding.fields) ?? own.configuration).text;
  return [{ kind: 'apply', manager: own.manager, text }];
}

/** A configuration in which the first of the fields that is a plain path to a list or map has lost its last member. */
function shortened(configuration: ValueMap, fields: readonly string[]): ValueMap | undefined {
  for (const field of fields) {
    const names = field.split('.').slice(1);
    const changed = field.includes('[') ? undefined : changedAt(configuration, names);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

function changedAt(value: ValueMap, [name, ...rest]: readonly string[]): ValueMap | undefined {
  const inside = name === undefined ? undefined : value.get(name);
  if (name === undefined || inside === undefined) return undefined;
  const changed = rest.length === 0 ? withoutLast(inside) : isMap(inside) ? changedAt(inside, rest) : undefined;
  return changed === undefined ? undefined : new Map([...value, [name, changed]]);
}

function withoutLast(value: Value): Value | undefined {
  if (isList(value)) return value.slice(0, -1);
  return isMap(value) ? new Map([...value].slice(0, -1)) : undefined;
}

/** The client-side apply of what was applied last, which sets the values back. */
function appliedAgain(object: ValueMap): readonly NewStep[] {
  const text = stringAt(mapAt(mapAt(object, 'metadata'), 'annotations'), lastAppliedName);
  if (text === undefined || text === '') return [];
  return [{ kind: 'kubectl', text: `kubectl apply -f ${manifestFile}`, files: { [manifestFile]: text } }];
}

/** The object as it is by server-side apply, which refuses items with the same key. */
function appliedServerSide(object: ValueMap): readonly NewStep[] {
  const metadata = mapAt(object, 'metadata');
  const kept = ['name', 'namespace', 'labels'].flatMap((name) => {
    const value = metadata?.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const rest = [...object].filter(([name]) => name !== 'metadata' && name !== 'status');
  const text = printYaml(new Map<string, Value>([...rest, ['metadata', new Map<string, Value>(kept)]])).text;
  return [{ kind: 'apply', manager: 'kubectl', text }];
}

/** The applier's manifest by force, as a program that reconciles sends it again and again. */
function forcedBack(finding: Finding, row: SurveyRow, object: ValueMap): readonly NewStep[] {
  const own = configurationOf(finding, row, object);
  if (own === undefined) return [];
  return [{ kind: 'apply', manager: own.manager, force: true, text: printYaml(own.configuration).text }];
}

/** The autoscaler scales once more, and the applier's manifest, or the last one applied, meets what it wrote. */
function scaledBetween(finding: Finding, row: SurveyRow, object: ValueMap): readonly NewStep[] {
  const own = configurationOf(finding, row, object);
  const replicas = Number(finding.facts['replicas']) + 1;
  const scaled: NewStep = {
    kind: 'scale',
    manager: 'kube-controller-manager',
    text: printYaml(new Map([['spec', new Map([['replicas', BigInt(Number.isSafeInteger(replicas) ? replicas : 2)]])]]))
      .text,
  };
  if (own === undefined) return [scaled, ...appliedAgain(object)];
  return [scaled, { kind: 'apply', manager: own.manager, text: printYaml(own.configuration).text }];
}
