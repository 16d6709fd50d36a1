import { type AccessRule, roleFor } from '@managed-fields/live-cluster';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import type { ClusterFailure } from '../state/cluster-mode.ts';
import type { OpenFailure } from './open-object.ts';

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
          ? laterWords.cluster.front[failure.reason]
          : laterWords.cluster.failureSentence(failure)}
      </p>
      {said !== '' && (
        <code>
          <VisibleText text={said} />
        </code>
      )}
      {rule !== undefined && (
        <>
          <p>{laterWords.cluster.ruleSentence(rule)}</p>
          <details>
            <summary>{laterWords.cluster.role({ namespaced: rule.namespace !== '' })}</summary>
            <pre>{roleFor(rule)}</pre>
            <CopyButton text={roleFor(rule)} label={words.page.copy} />
          </details>
        </>
      )}
    </div>
  );
}

/** Says why an object was not opened. */
export function OpenProblem({ failure }: { readonly failure: OpenFailure }) {
  if (failure.kind === 'failed') return <ClusterProblem failure={failure.failure} rule={failure.rule} />;
  const said = laterWords.cluster;
  return (
    <p>
      <VisibleText
        text={
          failure.kind === 'no-resource'
            ? said.noResource({ typed: failure.typed })
            : said.noName({ typed: failure.typed })
        }
      />
    </p>
  );
}
