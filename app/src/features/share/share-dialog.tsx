import './share.css';
import { fileName } from '@managed-fields/foreign-text';
import type { SecretKind } from '@managed-fields/redact';
import { type Scenario, writeScenario, writeScenarioJson } from '@managed-fields/scenario';
import { useEffect, useId, useState } from 'react';
import type { StillQuestion } from '../../core/engine/protocol.ts';
import { openTaskEngine } from '../../core/engine/task-engine.ts';
import { shareInAddress } from '../../core/store/address.ts';
import { useSharedFolder } from '../../core/store/public-address.ts';
import { useScenario } from '../../core/store/scenario-store.ts';
import { Dialog } from '../../core/ui/dialog.tsx';
import { download } from '../../core/ui/download.ts';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { Tabs } from '../../core/ui/tabs.tsx';
import { useLanguage, words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { useLook } from '../scenario/look.ts';
import { CopyBox } from './copy-box.tsx';
import { elementCode, frameCode, linkTo, markdownOf, type Shared, stillCode, writtenElementCode } from './forms.ts';
import { AskAddress, MadeFor } from './share-address.tsx';
import { SharedContents } from './shared-contents.tsx';
import { useShared } from './use-shared.ts';

/** Lengths at which chat programs cut links, and the longest link that is read. Each ends a third of the meter. */
const marks = [2000, 4000, 65_536] as const;

/** Draws the length of a link beside the lengths that matter. */
export function LengthMeter({ length }: { readonly length: number }) {
  const level = length <= marks[0] ? 'good' : length <= marks[1] ? 'fair' : 'long';
  return (
    <div className={`share-meter share-meter-${level}`}>
      <div className="share-meter-bar" aria-hidden="true">
        <i style={{ width: `${share(length) * 100}%` }} />
        {marks.slice(0, 2).map((mark) => (
          <b key={mark} style={{ left: `${share(mark) * 100}%` }} />
        ))}
      </div>
      <div className="share-meter-marks" aria-hidden="true">
        {marks.slice(0, 2).map((mark) => (
          <span key={mark} style={{ left: `${share(mark) * 100}%` }}>
            {mark.toLocaleString(useLanguage.getState().code)}
          </span>
        ))}
      </div>
      <p>{laterWords.share.lengthSentence(length)}</p>
    </div>
  );
}

/** Returns how much of the meter a length fills, from 0 to 1. Each third is linear. */
function share(length: number): number {
  let before = 0;
  for (const [index, mark] of marks.entries()) {
    if (length <= mark) return (index + (length - before) / (mark - before)) / marks.length;
    before = mark;
  }
  return 1;
}

const ways = ['link', 'markdown', 'frame', 'element', 'file'] as const;
type Way = (typeof ways)[number];

/** The dialog that shares the scenario: as a link, in other pages, as a file. Secrets are replaced before. */
export function ShareDialog({ first = 'link' }: { readonly first?: Way }) {
  const [way, setWay] = useState<Way>(first);
  const [kept, setKept] = useState<ReadonlySet<SecretKind>>(new Set());
  const { scenario: onScreen, selected } = useScenario();
  const view = useLook((look) => look.view);
  const [place, setPlace] = useState(String(Math.max(1, onScreen.steps.findIndex(({ id }) => id === selected) + 1)));
  const [withView, setWithView] = useState(false);
  const [theme, setTheme] = useState<'auto' | 'light' | 'dark'>('auto');
  const [elementForm, setElementForm] = useState<'packed' | 'written' | 'still'>('packed');
  const [fileForm, setFileForm] = useState<'yaml' | 'json'>('yaml');
  const [asIs, setAsIs] = useState(false);
  const state = useShared(kept, asIs);
  const { scenario, link, isExample } = state;

  const look = { step: Number(place), view: withView ? view : undefined, theme };
  const title = (scenario ?? onScreen).title || words.drafts.untitled;
  const folder = useSharedFolder();
  const step = isExample && onScreen.task?.lesson === undefined && look.step > 1 ? `@${look.step}` : '';
  const shared: Shared | undefined =
    link?.kind === 'link' && folder !== undefined
      ? {
          folder,
          title,
          fragment: link.fragment + step,
          look: isExample && (way === 'link' || way === 'markdown') ? { ...look, step: undefined } : look,
        }
      : undefined;
  const written = shared && scenario && writtenElementCode(shared, scenario);
  const url = shared && linkTo(shared);
  const isStill = way === 'element' && elementForm === 'still' && shared !== undefined;
  const still = useStill(isStill ? scenario : undefined, look, url ?? '');
  const text = textOf();
  /** After a link was copied, the address has it too. */
  const inAddress = () => {
    if (link?.kind === 'link' && !isExample && (way === 'link' || way === 'markdown')) shareInAddress(link.fragment);
  };
  const keep = (kind: SecretKind, keeps: boolean) => {
    const next = new Set(kept);
    if (keeps) next.add(kind);
    else next.delete(kind);
    setKept(next);
  };

  return (
    <Dialog title={laterWords.share.title} className="share" onClose={closeDialog}>
      <div className="share-body dialog-scroll">
        <Tabs
          label={laterWords.share.ways}
          className="tabs"
          panelClassName="share-way"
          tabs={ways.map((name) => ({ name, text: laterWords.share.wayNames[name] }))}
          open={way}
          onOpen={setWay}
        >
          <p className="share-use">{laterWords.share.wayUses[way]}</p>
          {folder === undefined && way !== 'file' ? (
            <AskAddress />
          ) : link?.kind === 'failure' && way !== 'file' && !(way === 'element' && elementForm === 'written') ? (
            <div className="share-warning" role="alert">
              <p>
                {words.links.unshareableSentence(link)} {laterWords.share.tooLong}
              </p>
              {link.problems?.slice(0, 3).map(({ path, message }) => (
                <code key={`${path} ${message}`}>{message}</code>
              ))}
              <button type="button" className="btn btn-small" onClick={() => setWay('file')}>
                {laterWords.share.wayNames.file}
              </button>
            </div>
          ) : (
            <CopyBox
              key={way}
              label={laterWords.share.boxNames[way]}
              copyLabel={laterWords.share.copyNames[way]}
              text={text}
              onCopied={inAddress}
            >
              {way === 'file' && (
                <button type="button" className="btn" disabled={text === undefined} onClick={save}>
                  {laterWords.share.download}
                </button>
              )}
              {way === 'link' && url !== undefined && canSend(url) && (
                <button type="button" className="btn" onClick={() => void send(title, url, inAddress)}>
                  {laterWords.share.send}
                </button>
              )}
            </CopyBox>
          )}
          {folder !== undefined && way !== 'file' && <MadeFor folder={folder} />}
          {way === 'element' &&
            elementForm === 'written' &&
            folder !== undefined &&
            scenario !== undefined &&
            written === undefined && <p className="share-warning">{laterWords.share.unwritable}</p>}
          {(way === 'link' || way === 'markdown') && url !== undefined && <LengthMeter length={url.length} />}
          <div className="share-options">
            {way !== 'file' && onScreen.steps.length > 1 && (
              <Choice
                label={laterWords.share.opensAt}
                value={place}
                onChange={setPlace}
                choices={stepNames(onScreen).map((name, index) => [
                  String(index + 1),
                  laterWords.share.stepSentence({ place: index + 1, name }),
                ])}
              />
            )}
            {(way === 'frame' || way === 'element') && (
              <Choice
                label={laterWords.share.theme}
                value={theme}
                onChange={setTheme}
                choices={(['auto', 'light', 'dark'] as const).map((name) => [name, laterWords.share.themes[name]])}
              />
            )}
            {way === 'element' && (
              <Choice
                label={laterWords.share.elementForm}
                value={elementForm}
                onChange={setElementForm}
                choices={(isExample ? (['packed', 'still'] as const) : (['packed', 'written', 'still'] as const)).map(
                  (name) => [name, laterWords.share.elementForms[name]],
                )}
              />
            )}
            {way === 'file' && (
              <Choice
                label={laterWords.share.fileForm}
                value={fileForm}
                onChange={setFileForm}
                choices={(['yaml', 'json'] as const).map((name) => [name, laterWords.share.fileForms[name]])}
              />
            )}
            {way !== 'file' && (view === 'changes' || view === 'entries' || view === 'table') && (
              <label className="share-option">
                <input type="checkbox" checked={withView} onChange={(event) => setWithView(event.target.checked)} />
                {laterWords.share.withView({ view: words.result.viewNames[view] })}
              </label>
            )}
          </div>
        </Tabs>
        <SharedContents shared={state} kept={kept} onKeep={keep} asIs={asIs} onAsIs={setAsIs} />
      </div>
    </Dialog>
  );

  function textOf(): string | undefined {
    if (way === 'file') return scenario && (fileForm === 'yaml' ? writeScenario : writeScenarioJson)(scenario);
    if (shared === undefined) return way === 'element' && elementForm === 'written' ? written : undefined;
    switch (way) {
      case 'link':
        return linkTo(shared);
      case 'markdown':
        return markdownOf(shared);
      case 'frame':
        return frameCode(shared);
      case 'element':
        if (elementForm === 'still') return still && stillCode(shared, still);
        return elementForm === 'written' && !isExample ? written : elementCode(shared);
    }
  }

  function save(): void {
    if (text === undefined) return;
    const type = fileForm === 'yaml' ? 'application/yaml' : 'application/json';
    download(fileName(title, fileForm, 'scenario'), type, text);
  }
}

/** The same dialog, open at the file. */
export function ShareFileDialog() {
  return <ShareDialog first="file" />;
}

/** Whether the system can pass a link on to other programs. */
function canSend(url: string): boolean {
  return typeof navigator.share === 'function' && navigator.canShare?.({ url }) !== false;
}

async function send(title: string, url: string, onSent: () => void): Promise<void> {
  try {
    await navigator.share({ title, url });
    onSent();
  } catch {
    // The user closed the system's list without choosing.
  }
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}

/** A labelled choice of one of several values. */
export function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="share-option">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find(([each]) => each === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Names each step: by its name, else by its kind and manager. */
export function stepNames({ steps }: Scenario): readonly string[] {
  return steps.map((step) => {
    const { name, kind } = step;
    const manager = 'manager' in step ? step.manager : undefined;
    if (name !== undefined && name !== '') return name;
    const kindName = words.steps.kindNames[kind];
    return manager === undefined || manager === '' ? kindName : `${kindName}, ${manager}`;
  });
}

/** What is seen of it: the place of a step, from 1, and the theme. */
interface StillLook {
  readonly step: number;
  readonly theme: StillQuestion['theme'];
}

/** The HTML of the static view of a scenario while one is wanted; undefined until it is drawn, or where it cannot be. */
function useStill(scenario: Scenario | undefined, { step, theme }: StillLook, link: string): string | undefined {
  const lang = useLanguage((state) => state.code);
  const [drawn, setDrawn] = useState<string>();
  useEffect(() => {
    setDrawn(undefined);
    if (scenario === undefined) return;
    const engine = openTaskEngine('still');
    let isWanted = true;
    engine
      .ask({ kind: 'draw', scenario, step: String(step), theme, lang, link })
      .then(
        (html) => isWanted && setDrawn(html),
        // Without a view there is nothing to copy, and the other forms are there.
        () => {},
      )
      .finally(() => engine.end());
    return () => {
      isWanted = false;
      engine.end();
    };
  }, [scenario, step, theme, lang, link]);
  return drawn;
}
