import type { Palette } from '@managed-fields/rendering';
import { type Finding, objectName, type SurveyedObject } from '@managed-fields/survey';
import { useState } from 'react';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { announce } from '../../../core/ui/announce.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { tryFinding } from '../state/open-row.ts';
import { helpFor, placeOf } from '../state/survey-store.ts';
import { findingWords } from './finding-words.ts';
import { Short } from './object-row.tsx';

interface FindingRowProps {
  readonly finding: Finding;
  readonly object: SurveyedObject;
  readonly marks: Palette;
}

/** How many fields of a finding are listed. */
const mostFields = 5;

/** What was found in one object: the sentence, the fields and entries that show it, and a way into the object. */
export function FindingRow({ finding, object, marks }: FindingRowProps) {
  const { survey } = laterWords;
  const name = objectName(object);
  const place = placeOf(object.index, finding);
  const [commands, setCommands] = useState<readonly string[]>();
  const open = async () => {
    const opened = place !== undefined && (await tryFinding(place, name));
    announce(opened ? survey.opened({ name }) : survey.gone);
  };
  const showCommands = async () => {
    if (commands !== undefined) setCommands(undefined);
    else if (place !== undefined) setCommands((await helpFor(place))?.commands ?? []);
  };
  const entries = finding.entries.flatMap((place) => object.entries[place] ?? []);
  const left = finding.fieldCount - Math.min(mostFields, finding.fields.length);
  return (
    <li>
      <p className="finding-object">
        <b>
          <Short text={name} />
        </b>
        <Term text={survey.tryHint} className="btn btn-small" onClick={open}>
          {survey.tryIt}
          <span className="hidden-text">
            {' '}
            <Short text={name} />
          </span>
        </Term>
        <button type="button" className="btn btn-small" aria-expanded={commands !== undefined} onClick={showCommands}>
          {survey.commands}
          <span className="hidden-text">
            {' '}
            <Short text={name} />
          </span>
        </button>
      </p>
      <p>
        <VisibleText text={findingWords().rule(finding.rule).sentence(finding)} />
      </p>
      <p className="finding-evidence">
        {entries.map((entry, index) => (
          <span key={index}>
            <MarkChip mark={marks.of(entry.manager)} /> <Short text={entry.manager} />{' '}
            <small>
              <Short text={entry.subresource === '' ? entry.operation : `${entry.operation} /${entry.subresource}`} />
            </small>
          </span>
        ))}
        {finding.fields.slice(0, mostFields).map((path) => (
          <code key={path}>
            <PathText path={path} />
          </code>
        ))}
        {left > 0 && <small>{survey.moreFields({ count: left })}</small>}
      </p>
      {commands !== undefined && commands.length > 0 && (
        <div className="finding-commands">
          <pre className="repair-command">
            <VisibleText text={commands.join('\n')} />
          </pre>
          <CopyButton text={commands.join('\n')} label={words.page.copy} />
        </div>
      )}
    </li>
  );
}
