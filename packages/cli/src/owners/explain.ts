import { jsonText, terminalLine } from '@managed-fields/foreign-text';
import { type KubernetesVersion, loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { answerQuestion, loadOnNeed } from '@managed-fields/player';
import { newScenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { isPutBackSource, type Rewriter, rewriterSentences } from '@managed-fields/tools/put-back';
import { putBack as messages } from '@managed-fields/words/messages/en/put-back';
import { hasManagedFields, nameOf } from '../objects.ts';

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
  kubernetes: KubernetesVersion,
): Promise<readonly Explained[]> {
  const catalog = await loadKubernetesTypes(kubernetes);
  const sources = objects.filter(isPutBackSource).map(withoutData);
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

/** Of what Helm keeps, the name is enough. */
function withoutData(object: ValueMap): ValueMap {
  const rest = new Map(object);
  for (const key of ['data', 'stringData', 'binaryData']) rest.delete(key);
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
  return `${jsonText({ objects })}\n`;
}
