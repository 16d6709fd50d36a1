import { shellWord } from '@managed-fields/foreign-text';
import { formatJson } from '@managed-fields/merge-engine';
import { eachOnce, jsonPointer } from './field-names.ts';
import { givesUp, shares, snippet, yaml } from './snippets.ts';
import type { ToolConflict, ToolFact, ToolField, ToolSource } from './tool.ts';

const apply: ToolSource = { project: 'kubernetes/kubectl', version: 'v0.36.3', file: 'pkg/cmd/apply/apply.go' };
const build: ToolSource = {
  project: 'kubernetes-sigs/kustomize',
  version: 'kustomize/v5.8.1',
  file: 'examples/inlinePatch.md',
};

/** What kubectl has. */
export const kubectl: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: '--force-conflicts',
    place: 'command',
    behaviour: 'plain',
    same: 'overwrite',
    source: apply,
    write: (conflict) => snippet('shell', `${serverSide(conflict)} --force-conflicts -f FILE`),
  },
  givesUp('manifest', apply),
  shares('manifest', apply),
  { way: 'migrate', setting: '--server-side', place: 'automatic', behaviour: 'moves-after', source: apply },
];

/** What Kustomize has. It applies nothing itself. */
export const kustomize: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'kubectl apply -k',
    place: 'command',
    behaviour: 'writes-only',
    same: 'overwrite',
    source: apply,
    write: (conflict) => snippet('shell', `${serverSide(conflict)} --force-conflicts -k DIRECTORY`),
  },
  {
    way: 'give-up',
    setting: 'op: remove',
    place: 'kustomization-file',
    behaviour: 'plain',
    same: 'give-up',
    source: build,
    write: (conflict) => patch(conflict, (path) => `- op: remove\n  path: ${path}\n`),
  },
  {
    way: 'share',
    setting: 'op: replace',
    place: 'kustomization-file',
    behaviour: 'plain',
    same: 'share',
    source: build,
    write: (conflict) =>
      patch(conflict, (path, value) =>
        value === undefined ? undefined : `- op: replace\n  path: ${path}\n  value: ${value}\n`,
      ),
  },
];

function serverSide({ manager }: ToolConflict): string {
  const named = manager === 'kubectl' ? '' : ` --field-manager=${shellWord(manager)}`;
  return `kubectl apply --server-side${named}`;
}

/** A kustomization.yaml with a patch of the fields, at their places in the manifest. */
function patch(
  { object, fields }: ToolConflict,
  operation: (path: string, live: string | undefined) => string | undefined,
) {
  const { group, version, kind, name } = object;
  const others: ToolField[] = [];
  const operations = eachOnce(fields).map((field) => {
    const written =
      field.declaredPlace &&
      operation(
        JSON.stringify(jsonPointer(field.declaredPlace)),
        field.live === undefined ? undefined : formatJson(field.live),
      );
    if (written === undefined) others.push(field);
    return written ?? '';
  });
  if (operations.join('') === '') return undefined;
  const target = { ...(group === '' ? {} : { group }), version, kind, name };
  return yaml({ patches: [{ target, patch: operations.join('') }] }, others);
}
