import './cluster.css';
import type { ClusterResource } from '@managed-fields/cluster';
import { useState } from 'react';
import { clusterAddress } from '../../cluster/cluster-address.ts';
import { laterWords } from '../../language/later-words.ts';
import { Dialog } from '../components/dialog.tsx';
import { closeDialog } from '../components/open-dialog.ts';
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
