import type { ErrorTool } from '@managed-fields/tools';
import { countingWords, type Messages } from '@managed-fields/words';
import type { ErrorFacts } from './error/error-facts.ts';

/** The names of tools, which no language translates. */
const ownNames = {
  kubectl: 'kubectl',
  'argo-cd': 'Argo CD',
  flux: 'Flux',
  helm: 'Helm',
  terraform: 'Terraform',
  'terraform-kubectl': 'Terraform (kubectl_manifest)',
  pulumi: 'Pulumi',
};

/** Error texts: what they mean, and a scenario made of them. */
export function errorsWords({ errors, counting }: Pick<Messages, 'errors' | 'counting'>) {
  const { listOf } = countingWords(counting);
  const toolNames: Readonly<Record<ErrorTool, string>> = { ...ownNames, ...errors.toolNames };
  return {
    ...errors,
    /** Which tool printed the message. */
    fromTool: (tool: ErrorTool) => errors.fromTool({ tool: toolNames[tool] }),
    /** What a message means. */
    explanation: ({ code, managers, fields, data }: ErrorFacts) => {
      const owners = [...new Set(managers.map(({ manager }) => manager))];
      return errors.explanations[code]({
        paths: listOf(fields.map(({ path }) => path)),
        count: managers.reduce((sum, { paths }) => sum + paths.length, 0),
        owners: listOf(owners),
        ownerCount: owners.length,
        strict: data['strict'] !== 'false',
        kind: data['kind'] ?? '',
        apiVersion: data['apiVersion'],
        key: data['key'] ?? '',
        verb: data['verb'] ?? '',
        resource: data['resource'],
        webhook: data['webhook'] ?? '',
      });
    },
    /** The owner that the conflict is with. */
    ownerSentence: ({ operation, subresource, apiVersion }: ErrorFacts['managers'][number]) =>
      errors.ownerSentence({
        operation,
        subresource: subresource || undefined,
        apiVersion: apiVersion || undefined,
      }),
    /**
     * What can be done about a conflict, in the order of the documentation; empty for other messages, whose explanation
     * says it.
     */
    advice: ({ code, managers }: ErrorFacts): readonly string[] => {
      if (code !== 'conflict') return [];
      const { leaveToScale, leaveOut, takeOver, force } = errors.advice;
      const scaled = managers.some(({ subresource }) => subresource === 'scale');
      const alone = managers.every(({ operation }) => operation === 'Update');
      return [...(scaled ? [leaveToScale] : []), leaveOut, takeOver({ alone }), force];
    },
  };
}
