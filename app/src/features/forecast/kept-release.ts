import { filesKept, forgetFiles, keepFiles } from '../../core/store/kept-work.ts';
import { startForecast, useForecast } from './forecast-store.ts';

/** Milliseconds after the last key until the release is kept. */
const pause = 500;

let timer: ReturnType<typeof setTimeout> | undefined;

// The release, and how it is applied, are kept whenever they change.
useForecast.subscribe((now, before) => {
  const isSame = now.files === before.files && now.text === before.text && now.asked === before.asked;
  if (isSame && now.options === before.options && now.tools === before.tools) return;
  clearTimeout(timer);
  timer = setTimeout(keepNow, now.text === before.text ? 0 : pause);
});

function keepNow(): void {
  const { files, text, options, tools, asked } = useForecast.getState();
  forgetFiles('release');
  if (files.length === 0 && text.trim() === '') return;
  keepFiles('release', [{ name: form, content: new Blob([JSON.stringify({ files, text, options, tools, asked })]) }]);
}

/** Names what is kept: a page that keeps it in another way leaves it. */
const form = 'release 1';

/** Brings back the release that this tab had before it was loaded again, and plays it once more where it was played. */
export async function restoreRelease(): Promise<void> {
  const [file] = await filesKept('release');
  if (file === undefined || file.name !== form) return;
  // It was sealed by this tab, so it is what was written above.
  const kept: Pick<
    ReturnType<typeof useForecast.getState>,
    'files' | 'text' | 'options' | 'tools' | 'asked'
  > = JSON.parse(await file.content.text());
  useForecast.setState(kept);
  if (kept.asked !== undefined) await startForecast(kept.asked);
}
