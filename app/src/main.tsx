import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './core/theme/tokens.css';
import './core/theme/theme.css';
import 'virtual:drawing.css';
import './core/code-view/code.css';
import './core/ui/components.css';
import './page/frame.css';
import './features/scenario/steps/steps.css';
import './features/scenario/step/step.css';
import './features/scenario/conflict/conflict.css';
import './features/scenario/result/result.css';
import './features/scenario/field/field.css';
import './features/scenario/command/command.css';
import { prefetched, savesData } from './core/code/fetch-code.ts';
import { fetchTwice } from './core/code/fetch-twice.ts';
import { driveEngine, firstAnswer } from './core/engine/drive.ts';
import { afterFirstView, whenIdle } from './core/engine/when-idle.ts';
import { followAddress } from './core/store/address.ts';
import { forgetOpening } from './core/store/drafts.ts';
import { setExampleLanguage } from './core/store/examples.ts';
import { usePreferences } from './core/store/preferences.ts';
import { languageFor, speak, useLanguage } from './core/words/language.ts';
import { restoreWork } from './page/after-reload.ts';
import { App } from './page/app.tsx';
import { ErrorBoundary } from './page/error-boundary.tsx';
import { firstPanes } from './page/first-panes.ts';
import { followPlaces } from './page/places.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

/** Milliseconds that the page waits, for a language and for an example, until it draws what it has. */
const firstPaintTimeoutMs = 3000;

// Inside a frame no draft is read and no engine is started.
if (window.parent === window) start(root);
else
  void fetchTwice(() => import('./framed.ts')).then(
    ({ showLink }) => showLink(root),
    () => {},
  );

/** Draws the page once there is something to draw, so that nothing is drawn that goes away again. */
function start(place: HTMLElement): void {
  // From now on, whoever does something does not wait for the first view.
  void afterFirstView();
  const language = followLanguage();
  const arrived = followAddress();
  driveEngine();
  followPlaces();
  restoreWork().catch(() => {});
  // Without the code the focus goes where the browser puts it.
  void whenIdle()
    .then(() => import('./page/keep-focus.ts'))
    .then(
      ({ keepFocus }) => keepFocus(),
      () => {},
    );
  // The page is on screen, and answers: what it opened can be opened again.
  void firstAnswer.then(whenIdle).then(forgetOpening);
  // Where code for it is missing, the page is drawn all the same and says so.
  const opened = Promise.all([language, arrived]).then(firstPanes, () => {});
  Promise.race([opened, pause(firstPaintTimeoutMs)]).then(() => {
    if (!savesData()) void prefetch();
    const page = createRoot(place);
    // In pieces, so that a slow machine does not stand still for as long as the whole takes.
    startTransition(() =>
      page.render(
        <StrictMode>
          <ErrorBoundary>
            <Spoken />
          </ErrorBoundary>
        </StrictMode>,
      ),
    );
  });
}

/** Fetches one after the other what the first screen does without, once the engine has answered. */
async function prefetch(): Promise<void> {
  await firstAnswer;
  for (const load of prefetched) {
    await whenIdle();
    try {
      await load();
    } catch {
      // What cannot be fetched now is tried again when it is wanted, and so is the rest, which may need the same.
      return;
    }
  }
}

/** The page in the language that is spoken, drawn anew from the stores when that changes. */
function Spoken() {
  return <App key={useLanguage((state) => state.code)} />;
}

/** Speaks what the address (`?lang=`), the preferences or the browser ask for, now and when the preferences change. */
async function followLanguage(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang');
  const follow = async () => {
    const { language } = usePreferences.getState();
    const chosen = language === 'system' ? navigator.languages : [language];
    const code = languageFor(asked === null ? chosen : [asked]);
    await Promise.all([speak(code), setExampleLanguage(code)]);
    document.documentElement.lang = useLanguage.getState().code;
  };
  usePreferences.subscribe(({ language }, before) => {
    if (language !== before.language) void follow();
  });
  await follow();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}
