import { mapAt, stringAt } from '@managed-fields/merge-engine';
import { type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { namesOf } from './live-objects.ts';
import { applyLine, manifestFile } from './played.ts';
import type { Release, ReleaseObject, Way } from './release.ts';

/**
 * The scenario of a row: the definition of a custom kind, the live object, and the applies of the object up to the row.
 * Played by `run`, its last step ends as the row says.
 */
export function scenarioOf(release: Release, object: ReleaseObject, way: Way): Scenario {
  const { definition } = release.serverOf(object.meant);
  const applies = [object];
  for (let [first] = applies; first?.previous !== undefined; [first] = applies) {
    const before = release.object(first.previous);
    if (before === undefined) break;
    applies.unshift(before);
  }
  const live = applies[0] && release.stateBefore(applies[0], way);
  const steps: readonly NewStep[] = [
    ...(definition === undefined ? [] : [{ kind: 'crd', text: printYaml(definition).text } as const]),
    ...(live === undefined ? [] : [{ kind: 'live', text: printYaml(live).text } as const]),
    ...applies.map((each) => stepOf(release, each, way)),
  ];
  const { kind, namespace, name } = object.meant;
  const title = `${kind} ${namespace === '' ? '' : `${namespace}/`}${name || generatedName(object)}`;
  return { ...newScenario(title, steps), kubernetes: release.input.kubernetes };
}

/** The beginning of a name that the server makes up. */
export function generatedName({ manifest }: ReleaseObject): string {
  return stringAt(mapAt(manifest.value, 'metadata'), 'generateName') ?? '';
}

function stepOf(release: Release, object: ReleaseObject, way: Way): NewStep {
  const { manifest, meant } = object;
  const applying = release.applying(object, way);
  if (applying.kind === 'client-side') {
    return { kind: 'kubectl', text: applyLine(applying.namespace), files: { [manifestFile]: manifest.text } };
  }
  const isElsewhere =
    meant.namespace !== '' && meant.namespace !== 'default' && namesOf(manifest.value).namespace === '';
  const named = isElsewhere ? { object: meant } : {};
  const { manager, force } = applying;
  if (meant.name === '') return { kind: 'create', manager, text: manifest.text, ...named };
  return { kind: 'apply', manager, ...(force ? { force } : {}), text: manifest.text, ...named };
}
