import type { AdmissionView } from '@managed-fields/player';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import type { ResultViewProps } from '../shown.ts';

/** The view of what admission changed in the object of a step's request. */
export function AdmissionTab({ admission }: ResultViewProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys.
    <section className="admission-tab" aria-label={words.result.viewNames.admission} tabIndex={0}>
      <AdmissionStages admission={admission} />
    </section>
  );
}

/** The stages of a request as a list: merged, changed by each plugin, validated and stored. */
export function AdmissionStages({ admission }: { readonly admission: readonly AdmissionView[] }) {
  const { admission: said } = laterWords.command;
  return (
    <div className="admission">
      <p>{said.about}</p>
      <ol>
        <li>{said.merged}</li>
        {admission.map((step, index) => (
          <li key={index}>
            <VisibleText text={said.changedBy({ plugin: step.plugin, by: step.by })} />
            <ul>
              {step.changes.map(({ path, before, after }) => (
                <li key={path}>
                  <code>
                    <PathText path={path} />
                  </code>{' '}
                  <VisibleText text={said.change({ before, after })} />
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>{said.stored}</li>
      </ol>
    </div>
  );
}
