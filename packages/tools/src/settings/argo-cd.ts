import { eachOnce, jqPath, jsonPointer, namesOf } from './field-names.ts';
import { givesUp, owners, selector, updaters, yaml } from './snippets.ts';
import type { Snippet, ToolConflict, ToolFact, ToolSource } from './tool.ts';

const project = { project: 'argoproj/argo-cd', version: 'v3.5.1' };
const sync: ToolSource = { ...project, file: 'gitops-engine/pkg/sync/sync_context.go' };
const operations: ToolSource = { ...project, file: 'gitops-engine/pkg/utils/kube/resource_ops.go' };
const targets: ToolSource = { ...project, file: 'controller/sync.go' };

const options = 'argocd.argoproj.io/sync-options';
const migrated = 'argocd.argoproj.io/client-side-apply-migration-manager';

/** What Argo CD has. */
export const argoCd: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'ServerSideApply=true',
    place: 'annotation',
    behaviour: 'always-forces',
    same: 'overwrite',
    since: 'v2.5.0',
    source: operations,
    write: () => syncOptions('ServerSideApply=true'),
  },
  {
    way: 'overwrite',
    setting: 'Replace=true',
    place: 'annotation',
    behaviour: 'puts-object',
    source: sync,
    write: () => syncOptions('Replace=true'),
  },
  {
    way: 'overwrite',
    setting: 'Force=true,Replace=true',
    place: 'annotation',
    behaviour: 'recreates',
    source: sync,
    write: () => syncOptions('Force=true,Replace=true'),
  },
  givesUp('manifest', operations, 'if-server-side'),
  {
    way: 'share',
    setting: 'RespectIgnoreDifferences=true',
    place: 'application',
    behaviour: 'sends-live',
    same: 'share',
    since: 'v2.3.0',
    source: targets,
    write: (conflict) => ignored(conflict, fieldsOf(conflict)),
  },
  {
    way: 'share',
    setting: 'managedFieldsManagers',
    place: 'application',
    behaviour: 'sends-live-of-manager',
    same: 'share',
    since: 'v2.3.0',
    source: { ...project, file: 'util/argo/managedfields/managed_fields.go' },
    write: (conflict) => ignored(conflict, { managedFieldsManagers: owners(conflict) }),
  },
  {
    way: 'migrate',
    setting: migrated,
    place: 'application-annotation',
    behaviour: 'moves-update',
    since: 'v3.1.0',
    source: sync,
    write: (conflict) => {
      const [manager] = updaters(conflict);
      const rest = conflict.fields.filter(({ owner }) => owner.manager !== manager || owner.operation !== 'Update');
      return manager === undefined ? undefined : yaml(application({ annotations: { [migrated]: manager } }, {}), rest);
    },
  },
];

function syncOptions(value: string): Snippet {
  return yaml({ metadata: { annotations: { [options]: value } } });
}

/** An Application that ignores differences, when it syncs, too. */
function ignored({ object }: ToolConflict, what: object): Snippet {
  const spec = {
    ignoreDifferences: [{ ...selector(object), ...what }],
    syncPolicy: { syncOptions: ['RespectIgnoreDifferences=true'] },
  };
  return yaml(application({}, { spec }));
}

/** The fields by JSON pointers; those in lists by jq, because an index may be another one in Git. */
function fieldsOf({ fields }: ToolConflict) {
  const all = eachOnce(fields);
  const jsonPointers = all.flatMap((field) => {
    const names = namesOf(field);
    return names === undefined ? [] : [jsonPointer(names)];
  });
  const jqPathExpressions = all.filter((field) => namesOf(field) === undefined).map(jqPath);
  return {
    ...(jsonPointers.length === 0 ? {} : { jsonPointers }),
    ...(jqPathExpressions.length === 0 ? {} : { jqPathExpressions }),
  };
}

function application(metadata: object, rest: object) {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...rest,
  };
}
