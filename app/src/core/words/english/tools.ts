import type { Behaviour, SettingPlace, Tool } from '@managed-fields/tools';
import { listOf } from './counting.ts';

/** Where settings of tools are written. */
const places: Readonly<Record<SettingPlace, string>> = {
  command: 'on the command line',
  annotation: 'annotation of the object',
  manifest: 'in the manifest',
  chart: 'in the templates of the chart',
  application: 'in the Application',
  'application-annotation': 'annotation of the Application',
  kustomization: 'in the Kustomization',
  'helm-release': 'in the HelmRelease',
  controller: 'flag of the controller',
  provider: 'flag of the provider',
  'object-resource': 'in the Object',
  stack: 'configuration of the stack',
  resource: 'in the resource',
  'resource-option': 'option of the resource',
  'kustomization-file': 'in kustomization.yaml',
  program: 'in the program',
  automatic: 'by itself',
};

/** What tools have for the ways out of a conflict. */
export const tools = {
  tool: 'Tool',
  copy: 'Copy',
  places,
  withoutMinus: 'Leave out the lines with a minus.',
  migrate: 'Take entries over before',
  ownDifferent: 'Something else:',
  sinceVersion,
  readIn,
  comesTo,
  without,
  behaviourSentence,
};

function sinceVersion(version: string): string {
  return `since ${version}`;
}

/** The accessible name of a link to the file in which a fact was read. */
function readIn(project: string, version: string): string {
  return `Read in ${project} ${version}`;
}

/** Says which way out, whose preview follows, a setting comes to. */
function comesTo(way: string): string {
  return `Comes to “${way}”:`;
}

/** Names the fields that a setting cannot speak of. */
function without(paths: readonly string[]): string {
  return `This cannot name ${listOf(paths)}.`;
}

/** Says what a tool does with a setting; undefined where that is just the way out. */
function behaviourSentence(behaviour: Behaviour, tool: Tool): string | undefined {
  switch (behaviour) {
    case 'plain':
      return undefined;
    case 'if-server-side':
      return 'Where it applies server-side. Where it does not, a field that it applied before is taken out of the object.';
    case 'always-forces':
      return tool === 'crossplane'
        ? 'Always applies with force. There is no conflict to decide, and no setting to leave force out.'
        : 'Server-side it always applies with force: no conflict stops it, and no setting leaves force out.';
    case 'forces-all':
      return 'With force for all objects of the stack. The environment variable PULUMI_K8S_ENABLE_PATCH_FORCE does the same.';
    case 'no-owners':
      return 'It never applies server-side. It sends a patch of what differs between chart and object (for custom resources: between the old chart and the new), which asks for no owner, overwrites values and is recorded as an Update.';
    case 'removes-field':
      return 'The upgrade that leaves the field out takes it out of the object, whoever owns it, if the release before had it. The server then sets its default.';
    case 'puts-object':
      return puts(tool);
    case 'recreates':
      return 'The object is deleted and created anew.';
    case 'recreates-immutable':
      return 'The object is deleted and created anew, and only where an immutable field changes. It decides no conflict.';
    case 'recreates-changed':
      return 'The object is deleted and created anew whenever the manifest changes.';
    case 'skips-existing':
      return 'The object is applied only as long as it does not exist. No field of it is updated any more.';
    case 'drift-only':
      return 'The fields are left alone while drift is corrected. The next upgrade of the release writes them again.';
    case 'plan-only':
      return 'Changes of these fields no longer lead to a plan. As soon as something else changes, the whole manifest is applied with them.';
    case 'sends-live':
      return 'Where the object exists, the live value is put in place of the one in Git and sent. So both own the field, and the other keeps changing it.';
    case 'sends-live-of-manager':
      return 'The same for every field in which the manifest differs from what these managers own, here and anywhere else in the object.';
    case 'sends-state':
      return 'The next apply leaves the field out. A later update sends, for whatever the manifest leaves out, the value in the state, and so may own the field again.';
    case 'sends-live-until-changed':
      return 'As long as the manifest keeps its value, the one in the state is sent in its place: the live one as of the last refresh. If the manifest’s value changes, it is sent, and conflicts. The list replaces the provider’s own, so labels and annotations stand in it again.';
    case 'drops-or-sends-live':
      return 'A field that another manager has applied is left out of the apply; any other is sent with its live value. Indices are those of the live object.';
    case 'drops-if-not-own':
      return 'A field that only others own is left out of the apply; any other is sent with its live value. The provider finds no fields inside lists.';
    case 'moves-own':
      return 'The first upgrade that applies server-side turns Helm’s own entry from Update into Apply. Entries of others stay, and still conflict.';
    case 'moves-update':
      return 'All that this manager’s Update entry owns goes over, and the entry is gone: not only the fields in conflict. Then they no longer conflict.';
    case 'moves-all':
      return 'All entries whose manager’s name begins with this go over to the controller, for every object that it applies.';
    case 'moves-known':
      return 'Without this, the controller takes over the entries of kubectl… and before-first-apply by itself. With Merge they stay; the values in Git still win.';
    case 'moves-kubectl':
      return 'Before an update, the provider takes over the entries of kubectl…, of before-first-apply and its own of client-side apply, by itself. A Patch resource does not.';
    case 'moves-after':
      return 'After an apply that went through, kubectl takes over the Update entry with the annotation last-applied-configuration. That comes too late for this conflict.';
    case 'release-ownership':
      return 'About Helm’s labels and annotations that say which release an object belongs to. managedFields stay as they are, and so does the conflict.';
    case 'writes-only':
      return 'Kustomize writes manifests and applies nothing; what applies them decides the conflict.';
  }
}

function puts(tool: Tool): string {
  const whole = 'The whole object is replaced by a PUT: what others added and the manifest lacks is gone.';
  if (tool === 'helm-4') return `${whole} Not together with server-side apply.`;
  return tool === 'flux-helm' ? `${whole} Ignored where the release applies server-side.` : whole;
}
