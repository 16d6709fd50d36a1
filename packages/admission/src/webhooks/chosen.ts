import {
  formatJson,
  isList,
  isMap,
  mapFromJson,
  type Value,
  type ValueMap,
  withEntry,
  withoutEntry,
} from '@managed-fields/merge-engine';

/**
 * Fields that a server or a controller fills in at its own choice soon after an object is made, so that no two servers say
 * the same, by `group/Kind`; of a list in each item.
 */
const chosen: ReadonlyMap<string, readonly string[]> = new Map([
  ['/Service', ['spec.clusterIP', 'spec.clusterIPs', 'spec.healthCheckNodePort', 'spec.ports.nodePort']],
  ['/Pod', ['spec.nodeName']],
  ['/PersistentVolumeClaim', ['spec.volumeName']],
  ['apps/Deployment', ['metadata.annotations.deployment~kubernetes~io/revision']],
]);

/** Upstream: k8s.io/kubernetes plugin/pkg/admission/serviceaccount/admission.go mountServiceAccountToken. */
const tokenVolume = /\bkube-api-access-[a-z0-9]{5}\b/g;

/**
 * A stored object with what a server gave by its own choice as in one that was played, where nobody asked for it: `sent`
 * is the object as it was applied.
 */
export function withChosenOf(stored: ValueMap, played: ValueMap, sent: ValueMap): ValueMap {
  const kind = `${groupOf(stored)}/${String(stored.get('kind'))}`;
  let object = stored;
  // A name is made up where none was sent.
  for (const path of ['metadata.name', ...(chosen.get(kind) ?? [])]) {
    const steps = path.split('.').map((step) => step.replaceAll('~', '.'));
    object = withField(object, played, sent, steps);
  }
  return withTokenVolume(object, played);
}

function groupOf(object: ValueMap): string {
  return String(object.get('apiVersion')).match(/^.*(?=\/)/)?.[0] ?? '';
}

/** The field of the played object, unless the object that was sent has it. */
function withField(
  stored: ValueMap,
  played: Value | undefined,
  sent: Value | undefined,
  [step = '', ...rest]: readonly string[],
): ValueMap {
  const [own, asked] = [played, sent].map((map) => (isMap(map) ? map.get(step) : undefined));
  const inner = stored.get(step);
  if (rest.length === 0) {
    if (asked !== undefined) return stored;
    return own === undefined ? withoutEntry(stored, step) : withEntry(stored, step, own);
  }
  if (isMap(inner)) {
    const made = withField(inner, own, asked, rest);
    return made.size === 0 && own === undefined ? withoutEntry(stored, step) : withEntry(stored, step, made);
  }
  if (!isList(inner)) return stored;
  const at = (list: Value | undefined, index: number) => (isList(list) ? list[index] : undefined);
  const items = inner.map((item, index) =>
    isMap(item) ? withField(item, at(own, index), at(asked, index), rest) : item,
  );
  return withEntry(stored, step, items);
}

function withTokenVolume(stored: ValueMap, played: ValueMap): ValueMap {
  const own = formatJson(played).match(tokenVolume)?.[0];
  if (own === undefined) return stored;
  return mapFromJson(formatJson(stored).replaceAll(tokenVolume, own)) ?? stored;
}
