import {
  formatJson,
  isMap,
  listAt,
  mapAt,
  mapFromJson,
  type Value,
  type ValueMap,
  withEntry,
  withoutEntry,
} from '@managed-fields/merge-engine';

/**
 * Fields that a server or a controller fills in at its own choice soon after an object is made, so that no two servers say
 * the same, by `group/Kind`. `*` stands for each item of a list.
 */
const chosen: ReadonlyMap<string, readonly string[]> = new Map([
  ['/Service', ['spec.clusterIP', 'spec.clusterIPs', 'spec.healthCheckNodePort', 'spec.ports.*.nodePort']],
  ['/Pod', ['spec.nodeName']],
  ['/PersistentVolumeClaim', ['spec.volumeName']],
  ['apps/Deployment', ['metadata.annotations.deployment~kubernetes~io/revision']],
]);

/** Upstream: k8s.io/kubernetes plugin/pkg/admission/serviceaccount/admission.go mountServiceAccountToken. */
const tokenVolume = /\bkube-api-access-[a-z0-9]{5}\b/;

/**
 * A stored object with what a server gave by its own choice as in one that was played, where nobody asked for it: `sent`
 * is the object as it was applied.
 */
export function withChosenOf(stored: ValueMap, played: ValueMap, sent: ValueMap): ValueMap {
  const kind = `${groupOf(stored)}/${String(stored.get('kind') ?? '')}`;
  let object = stored;
  for (const path of chosen.get(kind) ?? []) {
    const steps = path.split('.').map((step) => step.replaceAll('~', '.'));
    const next = withField(object, played, sent, steps);
    if (isMap(next)) object = next;
  }
  const generated = String(mapAt(sent, 'metadata')?.get('generateName') ?? '');
  const name = mapAt(sent, 'metadata')?.has('name') !== true && generated !== '' ? ['metadata', 'name'] : undefined;
  const renamed = name === undefined ? object : withField(object, played, sent, name);
  return isMap(renamed) ? withTokenVolume(renamed, played) : object;
}

function groupOf(object: ValueMap): string {
  const apiVersion = String(object.get('apiVersion') ?? '');
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}

/** The field of the played object, unless the object that was sent has it. */
function withField(
  stored: Value,
  played: Value | undefined,
  sent: Value | undefined,
  [step, ...rest]: readonly string[],
): Value {
  if (step === undefined) return stored;
  if (step === '*') {
    const [all, own, asked] = [stored, played, sent].map((list) => listAt(new Map([['x', list ?? null]]), 'x') ?? []);
    return (all ?? []).map((item, index) => withField(item, own?.[index], asked?.[index], rest));
  }
  if (!isMap(stored)) return stored;
  const [own, asked] = [played, sent].map((map) => (isMap(map) ? map.get(step) : undefined));
  if (rest.length > 0) {
    const inner = stored.get(step);
    if (inner === undefined) return stored;
    const made = withField(inner, own, asked, rest);
    return isMap(made) && made.size === 0 && own === undefined
      ? withoutEntry(stored, step)
      : withEntry(stored, step, made);
  }
  if (asked !== undefined) return stored;
  return own === undefined ? withoutEntry(stored, step) : withEntry(stored, step, own);
}

function withTokenVolume(stored: ValueMap, played: ValueMap): ValueMap {
  const text = formatJson(stored);
  const [own, theirs] = [formatJson(played), text].map((each) => tokenVolume.exec(each)?.[0]);
  if (own === undefined || theirs === undefined) return stored;
  return mapFromJson(text.replaceAll(theirs, own)) ?? stored;
}
