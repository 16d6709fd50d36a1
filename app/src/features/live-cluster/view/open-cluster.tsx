import './cluster.css';
import type { ClusterResource } from '@managed-fields/live-cluster';
import { useState } from 'react';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { clusterAddress } from '../state/cluster-mode.ts';
import { ChooseKind } from './choose-kind.tsx';
import { ChooseObject } from './choose-object.tsx';

/** The dialog *Open from the cluster*: first a kind, or an object as it is typed for kubectl; then one of its objects. */
export function OpenClusterDialog() {
  const [resource, setResource] = useState<ClusterResource>();
  const [namespace, setNamespace] = useState(() => clusterAddress(location.search)?.namespace ?? 'default');
  return (
    <Dialog title={laterWords.cluster.openTitle} className="open-cluster" onClose={closeDialog}>
      {resource === undefined ? (
        <ChooseKind namespace={namespace} onChoose={setResource} />
      ) : (
        <ChooseObject
          resource={resource}
          namespace={namespace}
          onNamespace={setNamespace}
          onBack={() => setResource(undefined)}
        />
      )}
    </Dialog>
  );
}
