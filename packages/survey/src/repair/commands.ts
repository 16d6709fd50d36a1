import { hereDocument, shellWord } from '@managed-fields/foreign-text';
import { assertNever, formatJson, type Value } from '@managed-fields/merge-engine';
import { printYaml } from '@managed-fields/source';
import type { Finding } from '../findings/finding.ts';
import { lastAppliedName } from '../findings/known-managers.ts';
import type { SurveyRow } from '../object.ts';
import { objectWords } from './words.ts';

/** The file that stands for the user's manifest in a command. */
export const manifestFile = 'manifest.yaml';

/**
 * The commands to type for a finding, in their order, each a line for a shell: first the one that shows the evidence.
 * They go by the row alone; `repairOf` makes those that need the object itself.
 */
export function commandsFor(finding: Finding, row: SurveyRow): readonly string[] {
  const look = `kubectl get ${objectWords(row)} --show-managed-fields -o yaml`;
  return [look, ...mending(finding, row)];
}

function mending(finding: Finding, row: SurveyRow): readonly string[] {
  const words = objectWords(row);
  const applier = applierOf(finding, row);
  switch (finding.rule) {
    case 'leftover-client-side-apply':
      return isKubectl(finding)
        ? [apply(applier, ' --force-conflicts')]
        : [apply(applier), removal(finding, row, false)];
    case 'before-first-apply':
      return [apply(applierOfRow(row), ' --force-conflicts'), removal(finding, row, false)];
    case 'apply-and-update':
      return [apply(applier, ' --force-conflicts'), removal(finding, row, false)];
    case 'manual-change':
      return applierOfRow(row) === undefined
        ? [`kubectl diff -f ${manifestFile}`, `kubectl apply -f ${manifestFile}`]
        : [removal(finding, row, false), apply(applierOfRow(row))];
    case 'manager-not-seen':
    case 'unserved-version':
      return [removal(finding, row, true)];
    case 'last-applied-differs': {
      const view = `kubectl apply view-last-applied ${words}`;
      return applierOfRow(row) === undefined
        ? [view, `kubectl diff -f ${manifestFile}`]
        : [view, `kubectl annotate ${words} ${shellWord(`${lastAppliedName}-`)}`];
    }
    case 'replicas-under-autoscaler':
      return applier === undefined
        ? [`kubectl apply edit-last-applied ${words}`]
        : [heldReplicas(finding, row), apply(applier)];
    case 'duplicate-keys':
      return [`kubectl apply --server-side --dry-run=server -f ${manifestFile}`];
    case 'large-annotations':
      return [apply(applierOfRow(row) ?? 'kubectl')];
    case 'rewritten-field':
      return [`kubectl get ${words} --show-managed-fields -o yaml --watch`];
    case 'large-managed-fields':
      return [];
    case 'written-by-admission':
      return lookAtWriters(finding, row);
    case 'changed-by-admission':
      return [...lookAtWriters(finding, row), apply(applier)];
    case 'shared-atomic-field':
    case 'status-outside-subresource':
    case 'finalizers-applied':
    case 'zero-values-owned':
      return [apply(applier)];
    default:
      return assertNever(finding.rule);
  }
}

/** Makes another manager an owner of replicas, so that they keep their value when the applier leaves them out. */
function heldReplicas({ facts }: Finding, { apiVersion, kind, namespace, name }: SurveyRow): string {
  const metadata = new Map<string, Value>([
    ['name', name],
    ...(namespace === '' ? [] : [['namespace', namespace] as const]),
  ]);
  const spec = new Map<string, Value>([['replicas', BigInt(facts['replicas'] ?? '1')]]);
  const text = printYaml(
    new Map<string, Value>([
      ['apiVersion', apiVersion],
      ['kind', kind],
      ['metadata', metadata],
      ['spec', spec],
    ]),
  ).text;
  const line = 'kubectl apply --server-side --field-manager=handover-to-autoscaler --validate=false -f -';
  return hereDocument(line, text).trimEnd();
}

/** Whether kubectl's own migration takes the entry over. */
function isKubectl({ facts }: Finding): boolean {
  return facts['manager'] === 'kubectl-client-side-apply';
}

/** What shows the objects that say what admission writes, where these are known by name. */
function lookAtWriters({ facts }: Finding, { namespace }: SurveyRow): readonly string[] {
  return (facts['writers'] ?? '').split(', ').flatMap((writer) => {
    const [plugin, name] = writer.split(' ');
    if (plugin === 'LimitRanger') return [`kubectl get limitranges -n ${shellWord(namespace)} -o yaml`];
    if (plugin !== 'MutatingAdmissionPolicy' || name === undefined) return [];
    return [`kubectl get mutatingadmissionpolicies ${shellWord(name)} -o yaml`];
  });
}

/** The first applier among the entries of a finding. */
function applierOf({ entries }: Finding, row: SurveyRow): string | undefined {
  const place = entries.find((entry) => row.entries[entry]?.operation === 'Apply');
  return place === undefined ? undefined : row.entries[place]?.manager;
}

/** The first applier of the object itself. */
function applierOfRow({ entries }: SurveyRow): string | undefined {
  return entries.find(({ operation, subresource }) => operation === 'Apply' && subresource === '')?.manager;
}

/** The apply of the user's manifest; `kubectl` is the manager that kubectl takes by itself. */
function apply(manager: string | undefined, flags = ''): string {
  const named = manager === undefined || manager === 'kubectl' ? '' : ` --field-manager=${shellWord(manager)}`;
  return `kubectl apply --server-side${named}${flags} -f ${manifestFile}`;
}

/** The patch that takes the entries of a finding away; those of appliers stay unless `all` are meant. */
function removal({ entries }: Finding, row: SurveyRow, all: boolean): string {
  const meant = entries.filter((place) => all || row.entries[place]?.operation === 'Update').toSorted((a, b) => b - a);
  const operations = meant.flatMap((place) => {
    const { manager = '', operation = '', subresource = '' } = row.entries[place] ?? {};
    const path = `/metadata/managedFields/${place}`;
    const tests = [
      ['manager', manager],
      ['operation', operation],
      ...(subresource === '' ? [] : [['subresource', subresource]]),
    ];
    return [
      ...tests.map(([name, value]) => member({ op: 'test', path: `${path}/${name}`, value: value ?? '' })),
      member({ op: 'remove', path }),
    ];
  });
  return `kubectl patch ${objectWords(row)} --type=json -p ${shellWord(formatJson(operations))}`;
}

function member(members: Readonly<Record<string, string>>): Value {
  return new Map<string, Value>(Object.entries(members));
}
