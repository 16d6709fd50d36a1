import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/tokens.css';
import './theme/theme.css';
import 'virtual:drawing.css';
import './editor/code.css';
import './panes/components/components.css';
import './panes/frame/frame.css';
import './panes/steps/steps.css';
import './panes/step/step.css';
import './panes/conflict/conflict.css';
import './panes/result/result.css';
import './panes/field/field.css';
import './panes/command/command.css';
import { prefetched } from './code/fetch-code.ts';
import { fetchTwice } from './code/fetch-twice.ts';
import { driveEngine, firstAnswer } from './engine/drive.ts';
import { whenIdle } from './engine/when-idle.ts';
import { languageFor, speak, useLanguage } from './language/language.ts';
import { App } from './panes/frame/app.tsx';
import { ErrorBoundary } from './panes/frame/error-boundary.tsx';
import { firstPanes } from './panes/frame/first-panes.ts';
import { followAddress } from './store/address.ts';
import { forgetOpening } from './store/drafts.ts';
import { setExampleLanguage } from './store/examples.ts';
import { usePreferences } from './store/preferences.ts';

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
  const language = followLanguage();
  const arrived = followAddress();
  driveEngine();
  // The page is on screen, and answers: what it opened can be opened again.
  void firstAnswer.then(whenIdle).then(forgetOpening);
  // Where code for it is missing, the page is drawn all the same and says so.
  const opened = Promise.all([language, arrived]).then(firstPanes, () => {});
  Promise.race([opened, pause(firstPaintTimeoutMs)]).then(() => {
    void prefetch();
    createRoot(place).render(
      <StrictMode>
        <ErrorBoundary>
          <Spoken />
        </ErrorBoundary>
      </StrictMode>,
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
