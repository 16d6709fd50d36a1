import type { AnnotatedText, Notice } from '@managed-fields/player';
import { type Filter, overlay } from '@managed-fields/rendering';
import { addStep, nextStepId } from '@managed-fields/scenario';
import { useDeferredValue, useMemo, useState } from 'react';
import { CodeView, type Pointed } from '../../../core/code-view/code-view.tsx';
import { changeByEngine } from '../../../core/engine/drive.ts';
import { edit, useScenario } from '../../../core/store/scenario-store.ts';
import { Command } from '../../../core/ui/copy-button.tsx';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { HoverCard, Welcome } from '../../later-panes.ts';
import { pick, useLook } from '../look.ts';
import { isBlank } from '../selected.ts';
import type { ResultViewProps, Shown } from '../shown.ts';
import { Legend } from './legend.tsx';
import { declaredCount } from './object-actions.tsx';

/**
 * The length in UTF-16 code units from which a text is drawn in a task of its own, even where nothing is on screen yet.
 */
const mostAtOnce = 60_000;

/** The view of the object as kubectl prints it, with its owners drawn on it. */
export function ObjectView({ shown, result, narrow }: ResultViewProps) {
  const blank = useScenario((state) => isBlank(state.scenario));
  // A large object takes long to draw; typing goes first.
  const deferred = useDeferredValue(result);
  if (result === undefined) return blank ? <Welcome /> : <NoResult shown={shown} />;
  const drawn = deferred ?? (result.text.length > mostAtOnce ? undefined : result);
  if (drawn === undefined) return null;
  return <AnnotatedObject result={drawn} shown={shown} narrow={narrow} />;
}

interface AnnotatedObjectProps {
  readonly result: AnnotatedText;
  readonly shown: Shown;
  readonly narrow: boolean;
}

function AnnotatedObject({ result, shown, narrow }: AnnotatedObjectProps) {
  const colours = usePalette();
  const picked = useLook((state) => state.picked);
  const [filter, setFilter] = useState<Filter>({ kind: 'all' });
  const [unfolded, setUnfolded] = useState(false);
  const layer = useLook((state) => state.layer);
  const declared = declaredCount(result);
  const [pointed, setPointed] = useState<Pointed>();
  const sound = filter.kind === 'manager' && filter.index >= result.managers.length ? all : filter;
  const drawn = useMemo(() => overlay(result, colours, sound), [result, colours, sound]);
  const index = useMemo(() => {
    const found = picked === undefined ? -1 : result.fields.findIndex(({ path }) => path === picked);
    return found < 0 ? undefined : found;
  }, [result, picked]);
  const fold = result.managedFields && {
    range: result.managedFields,
    closed: !unfolded,
    summary: words.result.foldedSentence(result.managers),
    toggle: () => setUnfolded(!unfolded),
  };
  return (
    <>
      <div className="view-bar">
        <Legend annotated={result} colours={colours} filter={sound} onFilter={setFilter} onPick={pick} />
      </div>
      {layer && declared > 0 && <p className="layer-legend">{words.result.lastAppliedSentence({ count: declared })}</p>}
      <Notices notices={shown.notices} />
      <CodeView
        label={words.result.resultYaml}
        text={result.text}
        annotated={result}
        overlay={drawn}
        fold={fold}
        picked={index}
        onPick={(field) => pick(field === undefined ? undefined : result.fields[field]?.path)}
        onPoint={narrow ? undefined : setPointed}
        wrap={narrow}
        lastApplied={layer}
      />
      {pointed !== undefined && pointed.field !== index && (
        <HoverCard annotated={result} colours={colours} pointed={pointed} />
      )}
    </>
  );
}

const all: Filter = { kind: 'all' };

function NoResult({ shown }: { readonly shown: Shown }) {
  return (
    <>
      <Notices notices={shown.notices} />
      <div className="pane-empty">
        <p>
          <b>{words.result.noResult}</b>
        </p>
        <p>{shown.status === 'installed' ? words.result.installedText : words.result.noResultText}</p>
      </div>
    </>
  );
}

/** Says what the page cannot know about an object, or what the object lacks, with the command that gets it. */
function Notices({ notices: all }: { readonly notices: readonly Notice[] }) {
  // An example means the objects that it has.
  const isOwn = useScenario(({ origin, touched }) => origin.kind === 'draft' || touched);
  const notices = isOwn ? all : all.filter(({ code }) => code !== 'other-object');
  if (notices.length === 0) return null;
  return (
    <div className="notices">
      {notices.map((notice) => (
        <div
          key={`${notice.code} ${JSON.stringify(notice.data)}`}
          className={notice.data['command'] === undefined ? 'notice' : 'notice notice-act'}
          role="note"
        >
          <p>{words.result.noticeSentence(notice)}</p>
          {notice.data['command'] !== undefined && <Command command={notice.data['command']} />}
          {notice.code === 'other-object' && (
            <button type="button" className="btn btn-small" onClick={makeSame}>
              {words.result.makeSame}
            </button>
          )}
          {notice.code === 'deduced-schema' && (
            <button type="button" className="btn btn-small" onClick={putDefinitionFirst}>
              {words.result.putDefinition}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

/** Gives the selected step the name of the object before it. */
function makeSame(): void {
  const { selected } = useScenario.getState();
  if (selected !== undefined) changeByEngine({ kind: 'same-object', stepId: selected });
}

/** Adds an empty step for a definition before all others and selects it, so that a definition can be pasted there. */
function putDefinitionFirst(): void {
  const { scenario } = useScenario.getState();
  edit((current) => addStep(current, { kind: 'crd', text: '' }, 0), { select: nextStepId(scenario) });
}
