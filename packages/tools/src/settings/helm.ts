import { givesUp, leftOut, shares, snippet } from './snippets.ts';
import type { Snippet, ToolFact, ToolSource } from './tool.ts';

const client4: ToolSource = { project: 'helm/helm', version: 'v4.2.4', file: 'pkg/kube/client.go' };
const client3: ToolSource = { project: 'helm/helm', version: 'v3.21.4', file: 'pkg/kube/client.go' };
const upgrade3: ToolSource = { ...client3, file: 'pkg/action/upgrade.go' };

/** What Helm 4 has, which applies server-side unless a release was made otherwise. */
export const helm4: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: '--force-conflicts',
    place: 'command',
    behaviour: 'plain',
    same: 'overwrite',
    since: 'v4.0.0',
    source: client4,
    write: () => upgrade('--server-side=true --force-conflicts'),
  },
  {
    way: 'overwrite',
    setting: '--force-replace',
    place: 'command',
    behaviour: 'puts-object',
    since: 'v4.0.0',
    source: client4,
    write: () => upgrade('--server-side=false --force-replace'),
  },
  givesUp('chart', client4, 'if-server-side'),
  shares('chart', client4),
  {
    way: 'migrate',
    setting: '--server-side=true',
    place: 'command',
    behaviour: 'moves-own',
    since: 'v4.0.0',
    source: client4,
    write: () => upgrade('--server-side=true'),
  },
  {
    way: 'migrate',
    setting: '--take-ownership',
    place: 'command',
    behaviour: 'release-ownership',
    source: { ...client4, file: 'pkg/action/upgrade.go' },
  },
];

/** What Helm 3 has, which never applies server-side. */
export const helm3: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'helm upgrade',
    place: 'command',
    behaviour: 'no-owners',
    source: client3,
    write: () => upgrade(''),
  },
  {
    way: 'overwrite',
    setting: '--force',
    place: 'command',
    behaviour: 'puts-object',
    source: client3,
    write: () => upgrade('--force'),
  },
  { ...withoutField(client3), place: 'chart', write: (conflict) => leftOut(conflict) },
  {
    way: 'migrate',
    setting: '--take-ownership',
    place: 'command',
    behaviour: 'release-ownership',
    since: 'v3.17.0',
    source: upgrade3,
  },
];

const provider: ToolSource = {
  project: 'hashicorp/terraform-provider-helm',
  version: 'v3.1.2',
  file: 'helm/resource_helm_release.go',
};

/** What Terraform's helm_release has: the provider has Helm 3 in it. */
export const terraformHelm: readonly ToolFact[] = [
  { way: 'overwrite', setting: 'helm_release', place: 'automatic', behaviour: 'no-owners', source: provider },
  {
    way: 'overwrite',
    setting: 'force_update',
    place: 'resource',
    behaviour: 'puts-object',
    source: provider,
    write: () => release('force_update = true'),
  },
  { ...withoutField(provider), place: 'chart', write: (conflict) => leftOut(conflict) },
  {
    way: 'migrate',
    setting: 'take_ownership',
    place: 'resource',
    behaviour: 'release-ownership',
    since: 'v3.1.0',
    source: provider,
  },
];

function withoutField(source: ToolSource) {
  return { way: 'give-up', setting: '', behaviour: 'removes-field', source } as const;
}

function upgrade(flags: string): Snippet {
  return snippet('shell', `helm upgrade RELEASE CHART ${flags}`);
}

function release(line: string): Snippet {
  return snippet('hcl', `resource "helm_release" "RELEASE" {\n  # …\n  ${line}\n}`);
}
