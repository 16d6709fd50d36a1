import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { ClusterProblem } from './cluster-problem.tsx';
import type { OpenFailure } from './open-object.ts';

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
