import { type Palette, palette } from '@managed-fields/rendering';
import { objectName, type RuleFindings } from '@managed-fields/survey';
import { useEffect, useMemo, useState } from 'react';
import { MoreItems, VisibleText } from '../../../core/code-view/visible-text.tsx';
import type { RepairRow } from '../../../core/engine/protocol.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { download } from '../../../core/ui/download.ts';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { placeOf, repairsOf, useSurvey } from '../state/survey-store.ts';
import { findingWords } from './finding-words.ts';
import { Short } from './object-row.tsx';

/** How many repairs are listed; the script has all of them. */
const mostListed = 100;

/** Characters of a command that are drawn. */
const longestCommand = 4000;

interface RepairsDialogProps extends RuleFindings {
  readonly onClose: () => void;
}

/** What mends all objects of a finding: the commands, each previewed by the engine, and a script of all. It sends nothing. */
export function RepairsDialog({ rule, found, onClose }: RepairsDialogProps) {
  const [rows, setRows] = useState<readonly RepairRow[]>([]);
  const [counts, setCounts] = useState({ done: 0, of: 0 });
  const [script, setScript] = useState<string>();
  const { survey } = laterWords;
  const { title } = findingWords().rule(rule);
  useEffect(() => {
    let wanted = true;
    const places = found.flatMap(({ finding, object }) => placeOf(object.index, finding) ?? []);
    const head = [title, survey.scriptHead];
    void repairsOf(places, head, (news) => {
      if (!wanted) return;
      setRows((before) => [...before, ...news.rows]);
      setCounts({ done: news.done, of: news.of });
    }).then((answer) => wanted && setScript(answer?.script ?? ''));
    return () => {
      wanted = false;
    };
  }, [found, title, survey]);
  const refused = rows.filter(({ refusal }) => refusal !== undefined).length;
  return (
    <Dialog title={survey.repairTitle({ title })} className="survey-repairs" onClose={onClose}>
      <div className="repairs-head">
        <p>{survey.repairNote}</p>
        <p role="status">
          {script === undefined
            ? survey.repairing({ done: counts.done, of: counts.of })
            : survey.repaired({ count: rows.length, refused })}
          {script !== undefined &&
            rows.length < found.length &&
            ` ${survey.unrepaired({ count: found.length - rows.length })}`}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of keys. */}
      <section className="dialog-scroll repairs-list" aria-label={survey.repairs} tabIndex={0}>
        <ul className="finding-list">
          {rows.slice(0, mostListed).map((row, index) => (
            <RepairItem key={index} row={row} />
          ))}
        </ul>
        <MoreItems count={rows.length - mostListed} />
      </section>
      <div className="repairs-foot">
        <span className="grow" />
        {script !== undefined && rows.length > 0 && (
          <>
            <CopyButton text={script} label={survey.copyScript} />
            <button
              type="button"
              className="btn btn-small"
              onClick={() => download(`${rule}.sh`, 'application/x-sh', script)}
            >
              {survey.saveScript}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function RepairItem({ row }: { readonly row: RepairRow }) {
  const object = useSurvey((state) => state.rows[row.index]);
  const colours = useSurvey((state) => state.colours);
  const marks = useMemo(() => palette(colours), [colours]);
  const { survey } = laterWords;
  const command = row.command.length > longestCommand ? `${row.command.slice(0, longestCommand)}…` : row.command;
  return (
    <li>
      <p className="finding-object">
        <b>{object !== undefined && <Short text={objectName(object)} />}</b>
        <CopyButton text={row.command} label={words.page.copy} />
      </p>
      <pre className="repair-command">
        <VisibleText text={command} />
      </pre>
      {row.refusal === undefined ? (
        <dl className="repair-owners">
          <dt>{survey.before}</dt>
          <dd>
            <Owners owners={row.before} marks={marks} />
          </dd>
          <dt>{survey.after}</dt>
          <dd>
            <Owners owners={row.after} marks={marks} />
            {row.after.length === 0 && <p className="survey-soft">{survey.noneLeft}</p>}
          </dd>
        </dl>
      ) : (
        <p className="survey-bad">
          {survey.refused} <VisibleText text={row.refusal} />
        </p>
      )}
    </li>
  );
}

function Owners({ owners, marks }: { readonly owners: RepairRow['before']; readonly marks: Palette }) {
  if (owners.length === 0) return laterWords.survey.noManagers;
  return owners.slice(0, 20).map(({ manager, operation, subresource, fieldCount }, index) => (
    <span key={index} className="survey-manager">
      <MarkChip mark={marks.of(manager)} /> <Short text={manager} />{' '}
      <small>
        {operation} {subresource !== '' && <Short text={`/${subresource} `} />}· {fieldCount}
      </small>
    </span>
  ));
}
