import {
  featuresSince,
  type KubernetesVersion,
  kubernetesVersions,
  mergeLibraryOf,
  releases,
} from '@managed-fields/kubernetes-types';
import { withVersion } from '@managed-fields/scenario';
import { openExample } from '../../../core/store/address.ts';
import { examples as all } from '../../../core/store/example-list.ts';
import { edit } from '../../../core/store/scenario-store.ts';
import { closeDialog, openDialog } from '../../../core/ui/open-dialog.ts';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import { previewNotes, versionName } from '../../../core/words/version-words.ts';

/** What each version brought, from the tables of this page: shown where there is no scenario to compare. */
export function EachVersion() {
  return kubernetesVersions
    .slice(1)
    .toReversed()
    .map((version) => <OneVersion key={version} version={version} />);
}

function OneVersion({ version }: { readonly version: KubernetesVersion }) {
  const said = words.versions;
  const before = kubernetesVersions[kubernetesVersions.indexOf(version) - 1] ?? version;
  const examples = differingExamples[version] ?? [];
  const features = featuresSince(version);
  return (
    <section className="versions-step" aria-label={version}>
      <h3>{words.page.playedOn({ version: versionName(version) })}</h3>
      <p>
        {said.builtWith({ release: releases[version], library: `structured-merge-diff ${mergeLibraryOf(version)}` })}{' '}
        {previewNotes([version])}
      </p>
      <h4>
        <Term term="featureGate">{said.gates({ count: features.length })}</Term>
      </h4>
      <p className="versions-gates">
        {features.map((name) => (
          <code key={name}>{name}</code>
        ))}
      </p>
      <h4>{said.examples({ count: examples.length, before })}</h4>
      <p className="versions-gates">
        {examples.map((name) => (
          <button key={name} type="button" className="btn btn-small" onClick={() => void compare(name, before)}>
            {all.find((each) => each.name === name)?.title ?? name}
          </button>
        ))}
      </p>
    </section>
  );
}

/** Opens an example on the version before, so that it is compared with a later one. */
async function compare(name: string, before: KubernetesVersion): Promise<void> {
  closeDialog();
  if (!(await openExample(name))) return;
  edit((scenario) => withVersion(scenario, before));
  openDialog('versions');
}

/** Examples of the gallery that a version answers differently from the one before it; a test plays them. */
export const differingExamples: Readonly<Partial<Record<KubernetesVersion, readonly string[]>>> = {
  'v1.34': ['version-gone-builtin', 'field-validation', 'policy-says-no'],
  'v1.35': ['zone-of-the-node'],
  'v1.36': ['label-by-policy', 'sidecar-by-policy', 'replicas-by-policy'],
  'v1.37': ['another-version', 'two-ways-version', 'limit-range-owners'],
  'v1.38': ['overwrite-false', 'partial-file', 'migrate-broken-annotation'],
};
