import { VisibleText } from '../../editor/visible-text.tsx';
import { laterWords } from '../../language/later-words.ts';
import { ClusterProblem } from './cluster-problem.tsx';
import type { OpenFailure } from './start-found.ts';

/** Says why an object was not opened. */
export function OpenProblem({ failure }: { readonly failure: OpenFailure }) {
  if (failure.kind === 'failed') return <ClusterProblem failure={failure.failure} rule={failure.rule} />;
  return (
    <p>
      <VisibleText text={sentenceOf(failure)} />
    </p>
  );
}

function sentenceOf(failure: Exclude<OpenFailure, { readonly kind: 'failed' }>): string {
  const said = laterWords.cluster;
  switch (failure.kind) {
    case 'no-object':
      return said.noSelected;
    case 'no-resource':
      return said.noResource(failure.typed);
    case 'no-name':
      return said.noName(failure.typed);
  }
}
