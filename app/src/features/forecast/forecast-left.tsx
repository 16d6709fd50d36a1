import { type LeftObject, objectText } from '@managed-fields/forecast';
import { MoreItems, VisibleText } from '../../core/code-view/visible-text.tsx';
import { laterWords } from '../../core/words/later-words.ts';

/** How many objects are listed. */
const mostListed = 200;

/** The objects of the manager that the release does not have. */
export function LeftObjects({ left }: { readonly left: readonly LeftObject[] }) {
  const said = laterWords.forecast;
  return (
    <details className="forecast-left">
      <summary>{said.left(left.length)}</summary>
      <p className="survey-soft">{said.leftWhy}</p>
      <ul>
        {left.slice(0, mostListed).map(({ object, entries, owned }) => (
          <li key={`${object.apiVersion} ${object.kind} ${object.namespace} ${object.name}`}>
            <VisibleText text={objectText(object)} />{' '}
            <small>
              <VisibleText
                text={entries.map((entry) => `${entry.manager} (${entry.operation} ${entry.fields})`).join(', ')}
              />
              {owned && ` · ${said.leftOwned}`}
            </small>
          </li>
        ))}
      </ul>
      <MoreItems count={left.length - mostListed} />
    </details>
  );
}
