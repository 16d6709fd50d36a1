import type { EmbedContent, EmbedSettings } from '@managed-fields/embed';
import type { Playback, WayOut } from '@managed-fields/player';
import { coloursInScenario, element } from '@managed-fields/rendering';
import { type Scenario, type Step, withText } from '@managed-fields/scenario';
import { fetchTwice } from '../core/code/fetch-twice.ts';
import { fetchOwnFile } from '../core/code/own-file.ts';
import { afterFirstView, firstViewDrawn, whenIdle } from '../core/engine/when-idle.ts';
import { rawEntries } from '../core/view-models/raw-entries.ts';
import { languageFor } from '../core/words/codes.ts';
import { linkOf, type Opened, type Origin, openContent } from './content.ts';
import { ask, type Ended, type Played, play } from './engine.ts';
import { type Model, stepOf, viewOf } from './model.ts';
import { lineOfPath } from './object-lines.ts';
import { type EmbedWords, englishWords, wordsOf } from './words.ts';

/** What a frame does. Every change ends in `draw`, which is called once for all changes of one moment. */
export interface Frame {
  readonly model: () => Model;
  /** Shows something else from now on; resolves when it is on screen, or the reason why not. */
  open(content: EmbedContent): Promise<void>;
  /** Changes how it is shown. */
  set(settings: EmbedSettings): Promise<void>;
  /** Goes to a step, from 0; does nothing where there is none. */
  go(index: number): void;
  /** Picks a field for the inspector; `into`: brings its line into view. */
  pick(path: string | undefined, into?: boolean): void;
  showOnly(only: Model['only']): void;
  /** Changes what is drawn and needs nobody's answer. */
  change(part: Partial<Pick<Model, 'line' | 'unfolded'>>): void;
  /** Opens and closes the editor of the selected step. */
  edit(): void;
  write(text: string): void;
  /** Changes the selected step so that its conflict is gone. */
  resolve(way: WayOut): void;
  restore(): void;
}

/** Milliseconds after a keystroke before the scenario runs anew. */
const writingPause = 150;

/** A frame that shows nothing yet; `draw` is given the model and the line that has to come into view. */
export function frame(
  settings: EmbedSettings,
  title: string | undefined,
  draw: (model: Model, reveal?: number) => void,
): Frame {
  let model: Model = { ...blank, settings, title };
  let drawing = false;
  let reveal: number | undefined;
  let writing: ReturnType<typeof setTimeout> | undefined;
  /** What was opened last, to be opened anew in another language. */
  let opened: EmbedContent | undefined;
  let editors = 0;

  const update = (part: Partial<Model>) => {
    model = { ...model, ...part };
    if (drawing) return;
    drawing = true;
    // Not with the next frame of the screen: a frame that is out of sight has none.
    queueMicrotask(() => {
      drawing = false;
      draw(model, reveal);
      if (model.playback !== undefined || model.failed) firstViewDrawn();
      reveal = undefined;
    });
  };

  /** Plays the selected step and shows it, unless the reader went on meanwhile. */
  const play = async () => {
    const { content, index } = model;
    if (content.kind !== 'scenario') return;
    // Nothing to play, and so nothing to wait for.
    if (stepOf(model) === undefined) return update({ busy: false, failed: false });
    const { scenario, origin, before } = content;
    update({ busy: true, failed: false });
    const ended = await playStep(scenario, scenario === before ? origin : { kind: 'given' }, index);
    if (model.content !== content || model.index !== index) return;
    if (ended.kind === 'failed') return update({ busy: false, failed: true });
    const { playback, checked } = ended.value;
    if (!checked) void whenIdle().then(play);
    update({
      busy: !checked,
      failed: false,
      playback,
      managerColours: coloursInScenario(scenario, playback),
    });
    const conflict = playback.view?.conflict?.fields[0]?.path;
    show(model.picked ?? conflict);
    if (checked) void answer();
  };

  /** Brings a field's line into view, and makes it the one that keys move from. */
  const show = (path: string | undefined) => {
    const line = path === undefined ? undefined : lineOfPath(model, path);
    if (line === undefined) return;
    reveal = line;
    update({ line });
  };

  /** Asks what the view and the inspector need beside the object. */
  const answer = async () => {
    const { content, picked, words } = model;
    const step = stepOf(model);
    if (content.kind !== 'scenario' || step === undefined) return;
    const { scenario } = content;
    if (viewOf(model) === 'managedfields' && (model.entries?.stepId !== step.id || model.entries.raw === undefined)) {
      update({ entries: { stepId: step.id, raw: undefined, failed: false } });
      void ask(scenario, { kind: 'entries', stepId: step.id }).then((ended) => {
        if (!isSame(scenario, step)) return;
        const raw = ended.kind === 'done' && ended.value !== undefined ? rawEntries(ended.value) : undefined;
        update({ entries: { stepId: step.id, raw, failed: raw === undefined }, line: 0 });
      });
    }
    if (viewOf(model) === 'changes' && model.changes?.stepId !== step.id) {
      update({ changes: { stepId: step.id, draw: undefined } });
      void changesOf(scenario, step.id).then((draw) => {
        if (isSame(scenario, step)) update({ changes: { stepId: step.id, draw } });
      });
    }
    if (picked === undefined || (model.history?.path === picked && model.history.stepId === step.id)) return;
    const history = { stepId: step.id, path: picked, events: undefined, failed: false };
    update({ history });
    const ended = await ask(scenario, { kind: 'history', stepId: step.id, path: picked });
    if (!isSame(scenario, step) || model.picked !== picked) return;
    update({ history: { ...history, ...toldOf(scenario, ended, words) } });
  };

  const isSame = (scenario: Scenario, step: Step) =>
    model.content.kind === 'scenario' && model.content.scenario === scenario && stepOf(model)?.id === step.id;

  const enter = (found: Opened, step: number | undefined) => {
    if (found.kind === 'failure') {
      update({ content: found, playback: undefined, busy: false, link: undefined });
      return;
    }
    const { scenario, origin } = found;
    const named = scenario.steps.findIndex(({ id }, place) => id === found.step || String(place + 1) === found.step);
    const wanted = step === undefined ? Math.max(named, 0) : Math.min(step, scenario.steps.length) - 1;
    update({
      ...fresh,
      busy: scenario.steps.length > 0,
      content: { kind: 'scenario', scenario, origin, before: scenario },
      index: Math.max(0, wanted),
      only: nameOf(model.settings.manager),
      picked: model.settings.focus || undefined,
    });
    link();
  };

  /** Makes the link to what is shown. */
  const link = async () => {
    const { content } = model;
    if (content.kind !== 'scenario') return;
    const { scenario, origin, before } = content;
    if (scenario === before && origin.kind !== 'given') {
      const step = model.index === 0 ? '' : `@${model.index + 1}`;
      const fragment =
        origin.kind === 'link'
          ? origin.fragment
          : origin.kind === 'lesson'
            ? `l/${origin.name}`
            : `x/${origin.name}${step}`;
      return update({ link: { fragment, redacted: false } });
    }
    update({ link: undefined });
    // Looking for secrets needs the whole engine, which the first view does not wait for.
    await afterFirstView();
    if (model.content !== content) return;
    const made = await linkOf(content);
    if (model.content === content) update({ link: made });
  };

  const openEditor = () => {
    const step = stepOf(model);
    if (step === undefined) return;
    update({ editor: { stepId: step.id, text: step.text, count: ++editors } });
  };

  const changeScenario = (scenario: Scenario) => {
    if (model.content.kind !== 'scenario') return;
    update({
      content: { ...model.content, scenario },
      history: undefined,
      entries: undefined,
      changes: undefined,
      link: undefined,
      busy: true,
    });
    clearTimeout(writing);
    writing = setTimeout(() => {
      void play();
      void link();
    }, writingPause);
  };

  return {
    model: () => model,
    open: async (content) => {
      opened = content;
      update({ content: { kind: 'waiting' } });
      const found = await openContent(content, model.words);
      if (opened !== content) return;
      enter(found, model.settings.step);
      await play();
    },
    set: async (changes) => {
      const settings = { ...model.settings, ...changes };
      update({ settings });
      if (changes.manager !== undefined) update({ only: nameOf(changes.manager) });
      const code = languageFor(settings.lang ? [settings.lang] : navigator.languages);
      if (code !== model.words.code) {
        const words = await wordsOf(code);
        update({ words, history: undefined, changes: undefined });
        const { content, index } = model;
        // An example has a text in every language; what the reader changed in it stays.
        if (opened !== undefined && (content.kind !== 'scenario' || content.scenario === content.before)) {
          const found = await openContent(opened, words);
          if (content.kind !== 'waiting') enter(found, changes.step ?? index + 1);
        }
        await play();
      }
      if (changes.step !== undefined && changes.step - 1 !== model.index) go(changes.step - 1);
      if (changes.focus !== undefined) pick(changes.focus || undefined, true);
      if (changes.view !== undefined) void answer();
    },
    go,
    pick,
    showOnly: (only) => update({ only }),
    change: (part) => update(part),
    edit: () => (model.editor === undefined ? openEditor() : update({ editor: undefined })),
    write: (text) => {
      const step = stepOf(model);
      if (model.content.kind === 'scenario' && step !== undefined) {
        changeScenario(withText(model.content.scenario, step.id, text));
      }
    },
    resolve: (way) => {
      const { content } = model;
      const step = stepOf(model);
      if (content.kind !== 'scenario' || step === undefined) return;
      void ask(content.scenario, { kind: 'resolve', stepId: step.id, way }).then((ended) => {
        if (ended.kind === 'failed' || model.content !== content) return;
        changeScenario(ended.value);
        if (model.editor !== undefined) openEditor();
      });
    },
    restore: () => {
      if (model.content.kind !== 'scenario') return;
      changeScenario(model.content.before);
      if (model.editor !== undefined) openEditor();
    },
  };

  function go(index: number): void {
    if (model.content.kind !== 'scenario' || model.content.scenario.steps[index] === undefined) return;
    update({ index, unfolded: false });
    if (model.editor !== undefined) openEditor();
    void link();
    void play();
  }

  function pick(path: string | undefined, into = false): void {
    update({ picked: path });
    if (into) show(path);
    void answer();
  }
}

const fresh = {
  playback: undefined,
  busy: true,
  failed: false,
  managerColours: new Map(),
  line: 0,
  unfolded: false,
  editor: undefined,
  history: undefined,
  entries: undefined,
  changes: undefined,
  link: undefined,
} as const satisfies Partial<Model>;

const blank: Model = {
  ...fresh,
  words: englishWords,
  settings: {},
  title: undefined,
  content: { kind: 'waiting' },
  index: 0,
  only: undefined,
  picked: undefined,
};

function nameOf(manager: string | undefined): Model['only'] {
  return manager ? { kind: 'name', text: manager } : undefined;
}

/** How the differences of a step are drawn, or that nobody answered. */
async function changesOf(scenario: Scenario, stepId: string): Promise<DrawChanges> {
  try {
    const [ended, { objectChanges }] = await Promise.all([
      ask(scenario, { kind: 'changes', stepId }),
      fetchTwice(() => import('./object-changes.ts')),
    ]);
    if (ended.kind === 'failed' || ended.value === undefined) return unanswered;
    const changes = ended.value;
    return (model) => objectChanges(changes, model);
  } catch {
    return unanswered;
  }
}

const unanswered: DrawChanges = ({ words }) => element('p', { class: 'mf-nothing' }, words.embed.unanswered);

type DrawChanges = NonNullable<NonNullable<Model['changes']>['draw']>;

type Events = NonNullable<NonNullable<Model['history']>['events']>;

function toldOf(
  { steps }: Scenario,
  ended: Ended<readonly Events[number]['event'][]>,
  words: EmbedWords,
): Pick<NonNullable<Model['history']>, 'events' | 'failed'> {
  if (ended.kind === 'failed') return { events: undefined, failed: true };
  const events = ended.value.map((event) => ({
    place: steps.findIndex(({ id }) => id === event.stepId) + 1,
    event,
    text: words.field.eventSentence(event),
  }));
  return { events, failed: false };
}

/** Plays a scenario with a step selected: by the view that was stored with an example, else by the engine. */
export async function playStep(scenario: Scenario, origin: Origin, index: number): Promise<Ended<Played>> {
  const stored = origin.kind === 'example' ? await storedView(origin.name, index) : undefined;
  return stored === undefined
    ? play(scenario, scenario.steps[index]?.id)
    : { kind: 'done', value: { playback: stored, checked: true } };
}

/** Fetches the stored view of an example's step, so that it is at hand when the reader goes there. */
export async function storedView(name: string, index: number): Promise<Playback | undefined> {
  try {
    const response = await fetchOwnFile(`./views/${name}/${index + 1}.json`);
    // It was made by the same build as this page, with the same `run`.
    return response.ok ? ((await response.json()) as Playback) : undefined;
  } catch {
    return undefined;
  }
}
