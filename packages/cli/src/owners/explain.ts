import { terminalLine } from '@managed-fields/foreign-text';
import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { hasManagedFields, mapAt, metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { answerQuestion, loadOnNeed } from '@managed-fields/player';
import { newScenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { isPutBackSource, type Rewriter, rewriterSentences } from '@managed-fields/tools/put-back';
import { putBack as messages } from '@managed-fields/words/messages/en/put-back';
import { outputJson } from '../json/output.ts';
import { nameOf } from '../objects.ts';

/** Who writes a field of an object again, after somebody has changed it by hand. */
interface Explained {
  readonly object: ValueMap;
  readonly rewriters: readonly Rewriter[];
}

/**
 * Finds who puts a field back, in each object that has it and has managedFields. Applications, Kustomizations,
 * HelmReleases, autoscalers and Helm's releases among the objects say when.
 */
export async function explainField(
  objects: readonly ValueMap[],
  path: string,
  kubernetes: PlayedVersion,
): Promise<readonly Explained[]> {
  const catalog = await loadKubernetesTypes(kubernetes);
  const sources = withoutOldReleases(objects.filter(isPutBackSource)).map(withoutData);
  const found: Explained[] = [];
  for (const object of objects.filter(hasManagedFields)) {
    const others = sources.filter((each) => nameOf(each) !== nameOf(object));
    const texts = [...others, object].map((each) => ({ kind: 'live', text: printYaml(each).text }) as const);
    const scenario = { ...newScenario('', texts), kubernetes };
    const asked = { kind: 'put-back', stepId: scenario.steps.at(-1)?.id ?? '', path } as const;
    const rewriters = await loadOnNeed(() => answerQuestion<'put-back'>(scenario, asked, { catalog }));
    if (rewriters !== undefined) found.push({ object, rewriters });
  }
  return found;
}

/** Of what Helm keeps of a release, the last revision: it says which fields the manifests have. */
function withoutOldReleases(sources: readonly ValueMap[]): readonly ValueMap[] {
  const last = new Map<string, { readonly revision: number; readonly object: ValueMap }>();
  const others: ValueMap[] = [];
  for (const object of sources) {
    const [, release, revision] = /^(sh\.helm\.release\.v1\..+)\.v(\d+)$/.exec(metadataText(object, 'name')) ?? [];
    const key = `${stringAt(object, 'kind')} ${metadataText(object, 'namespace')}/${release}`;
    if (release === undefined) others.push(object);
    else if ((last.get(key)?.revision ?? -1) < Number(revision)) last.set(key, { revision: Number(revision), object });
  }
  return [...others, ...[...last.values()].map(({ object }) => object)];
}

/** Nothing but the manifests of a release is read of what Secrets and ConfigMaps hold. */
function withoutData(object: ValueMap): ValueMap {
  const rest = new Map(object);
  for (const key of ['stringData', 'binaryData']) rest.delete(key);
  const release = stringAt(mapAt(object, 'data'), 'release');
  if (release === undefined) rest.delete('data');
  else rest.set('data', new Map([['release', release]]));
  return rest;
}

/** The answer for people: a line an object, and one for each who writes the field. */
export function explainedText(explained: readonly Explained[], path: string): string {
  const lines = explained.flatMap(({ object, rewriters }) => [
    `${nameOf(object)} ${path}`,
    ...rewriters.map((each) => {
      const { manager, operation, subresource } = each.owner;
      const owner = `${manager} (${operation}${subresource === '' ? '' : ` /${subresource}`})`;
      return `  ${owner}: ${rewriterSentences(each, messages).join(' ')}`;
    }),
    ...(rewriters.every(({ writer }) => writer === 'hand') ? [`  ${messages.nobody}`] : []),
  ]);
  return lines.map((line) => `${terminalLine(line)}\n`).join('');
}

/** The same for programs. */
export function explainedJson(explained: readonly Explained[], path: string): string {
  const objects = explained.map(({ object, rewriters }) => ({
    apiVersion: stringAt(object, 'apiVersion'),
    kind: stringAt(object, 'kind'),
    namespace: metadataText(object, 'namespace') || undefined,
    name: metadataText(object, 'name'),
    ...{ path, rewriters },
  }));
  return outputJson('Rewriters', { objects });
}
