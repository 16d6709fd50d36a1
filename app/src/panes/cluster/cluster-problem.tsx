import { type AccessRule, roleFor } from '@managed-fields/cluster';
import type { ClusterFailure } from '../../cluster/cluster-mode.ts';
import { VisibleText } from '../../editor/visible-text.tsx';
import { words } from '../../language/language.ts';
import { laterWords } from '../../language/later-words.ts';
import { CopyButton } from '../components/copy-button.tsx';

interface ClusterProblemProps {
  readonly failure: ClusterFailure;
  readonly rule?: AccessRule | undefined;
}

/** Says why the cluster did not answer: in our words, then in the server's, then which rule of RBAC is missing. */
export function ClusterProblem({ failure, rule }: ClusterProblemProps) {
  const said = failure.kind === 'status' ? failure.message : failure.kind === 'unread' ? failure.found : '';
  return (
    <div className="cluster-problem">
      <p>
        {failure.kind === 'front'
          ? laterWords.cluster.frontSentence(failure.reason)
          : laterWords.cluster.failureSentence(failure)}
      </p>
      {said !== '' && (
        <code>
          <VisibleText text={said} />
        </code>
      )}
      {rule !== undefined && (
        <>
          <p>{laterWords.cluster.ruleSentence(rule.verb, rule.resource, rule.group, rule.namespace)}</p>
          <details>
            <summary>{laterWords.cluster.role(rule.namespace !== '')}</summary>
            <pre>{roleFor(rule)}</pre>
            <CopyButton text={roleFor(rule)} label={words.page.copy} />
          </details>
        </>
      )}
    </div>
  );
}
