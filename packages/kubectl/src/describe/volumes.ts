import { compareStrings, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Description } from './description.ts';
import { mapsAt, numberAt, selectorText, textAt } from './values.ts';

type Write = (out: Description, source: ValueMap) => void;

const isTrue = (map: ValueMap | undefined, field: string) => String(map?.get(field) === true);

/** Writes lines of a label and a text. */
function lines(out: Description, pairs: readonly (readonly [string, string])[]): void {
  for (const [label, text] of pairs) out.line(2, label, text);
}

/** The sources of volumes that are described here. Upstream: kubectl pkg/describe/describe.go describeVolumes. */
const sources: Readonly<Record<string, Write>> = {
  hostPath: (out, source) =>
    lines(out, [
      ['Type', 'HostPath (bare host directory volume)'],
      ['Path', textAt(source, 'path')],
      ['HostPathType', source.has('type') ? textAt(source, 'type') : '<none>'],
    ]),
  emptyDir: (out, source) =>
    lines(out, [
      ['Type', "EmptyDir (a temporary directory that shares a pod's lifetime)"],
      ['Medium', textAt(source, 'medium')],
      ['SizeLimit', /[1-9]/.test(textAt(source, 'sizeLimit')) ? textAt(source, 'sizeLimit') : '<unset>'],
    ]),
  secret: (out, source) =>
    lines(out, [
      ['Type', 'Secret (a volume populated by a Secret)'],
      ['SecretName', textAt(source, 'secretName')],
      ['Optional', isTrue(source, 'optional')],
    ]),
  configMap: (out, source) =>
    lines(out, [
      ['Type', 'ConfigMap (a volume populated by a ConfigMap)'],
      ['Name', textAt(source, 'name')],
      ['Optional', isTrue(source, 'optional')],
    ]),
  nfs: (out, source) =>
    lines(out, [
      ['Type', 'NFS (an NFS mount that lasts the lifetime of a pod)'],
      ['Server', textAt(source, 'server')],
      ['Path', textAt(source, 'path')],
      ['ReadOnly', isTrue(source, 'readOnly')],
    ]),
  persistentVolumeClaim: (out, source) =>
    lines(out, [
      ['Type', 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)'],
      ['ClaimName', textAt(source, 'claimName')],
      ['ReadOnly', isTrue(source, 'readOnly')],
    ]),
  downwardAPI: (out, source) => {
    out.write(2, 'Type:\tDownwardAPI (a volume populated by information about the pod)\n    Items:\n');
    for (const item of mapsAt(source, 'items')) {
      const [field, resource] = [mapAt(item, 'fieldRef'), mapAt(item, 'resourceFieldRef')];
      if (field !== undefined) out.write(3, `${textAt(field, 'fieldPath')} -> ${textAt(item, 'path')}\n`);
      if (resource !== undefined) out.write(3, `${textAt(resource, 'resource')} -> ${textAt(item, 'path')}\n`);
    }
  },
  projected: (out, source) => {
    out.line(2, 'Type', 'Projected (a volume that contains injected data from multiple sources)');
    for (const each of mapsAt(source, 'sources')) writeProjected(out, each);
  },
  image: (out, source) =>
    lines(out, [
      ['Type', 'Image (a container image or OCI artifact)'],
      ['Reference', textAt(source, 'reference')],
      ['PullPolicy', textAt(source, 'pullPolicy')],
    ]),
};

function writeProjected(out: Description, each: ValueMap): void {
  const [secret, downward, map, token] = ['secret', 'downwardAPI', 'configMap', 'serviceAccountToken'].map((field) =>
    mapAt(each, field),
  );
  if (secret !== undefined) {
    lines(out, [
      ['SecretName', textAt(secret, 'name')],
      ['Optional', isTrue(secret, 'optional')],
    ]);
  } else if (downward !== undefined) out.line(2, 'DownwardAPI', 'true');
  else if (map !== undefined) {
    lines(out, [
      ['ConfigMapName', textAt(map, 'name')],
      ['Optional', isTrue(map, 'optional')],
    ]);
  } else if (token !== undefined) out.line(2, 'TokenExpirationSeconds', numberAt(token, 'expirationSeconds'));
}

/** The source of a volume that is not described here; undefined where all are. */
export function unknownSource(volumes: readonly ValueMap[]): string | undefined {
  return volumes
    .map((volume) => [...volume.keys()].find((key) => key !== 'name') ?? '')
    .find((source) => sources[source] === undefined);
}

/** Writes the volumes of a Pod or a template. */
export function writeVolumes(out: Description, volumes: readonly ValueMap[], space: string): void {
  out.write(0, `${space}Volumes:${volumes.length === 0 ? '\t<none>' : ''}\n`);
  for (const volume of volumes) {
    out.write(1, `${space === '' ? '' : ' '}${textAt(volume, 'name')}:\n`);
    const name = [...volume.keys()].find((key) => sources[key] !== undefined) ?? '';
    const source = mapAt(volume, name);
    if (source !== undefined) sources[name]?.(out, source);
  }
}

/** Upstream: describe.go describeTopologySpreadConstraints. */
export function writeSpread(out: Description, constraints: readonly ValueMap[], space: string): void {
  if (constraints.length === 0) return;
  const sorted = constraints.toSorted((a, b) => compareStrings(textAt(a, 'topologyKey'), textAt(b, 'topologyKey')));
  out.write(0, `${space}Topology Spread Constraints:\t`);
  for (const [index, each] of sorted.entries()) {
    const selector = mapAt(each, 'labelSelector');
    const text = `${textAt(each, 'topologyKey')}:${textAt(each, 'whenUnsatisfiable')} when max skew ${numberAt(each, 'maxSkew')} is exceeded`;
    const by = selector === undefined ? '' : ` for selector ${selectorText(selector) || '<none>'}`;
    out.write(0, `${index === 0 ? '' : `${space}\t`}${text}${by}\n`);
  }
}
