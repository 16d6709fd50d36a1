import { create } from 'zustand';
import { savesData } from '../code/fetch-code.ts';
import { fetchOwnFile } from '../code/own-file.ts';
import { ownScript } from '../code/own-script.ts';
import { keepNow } from '../store/address.ts';

/** The store of whether a newer version of the page is ready to be loaded. */
export const useNewVersion = create<{ readonly waiting: boolean }>(() => ({ waiting: false }));

/**
 * Milliseconds: until the files are stored on a first visit without any input, between two checks for a newer version,
 * and for the old service worker to leave.
 */
const delaysMs = { look: 10_000, ask: 3_600_000, takeOver: 2_000 };

let registration: ServiceWorkerRegistration | undefined;
let begun = false;
/** This page asked for the newer version, so it reloads when that takes over. */
let taking = false;

/**
 * Stores the page for visits without a network, and looks for newer versions. Does nothing in frames, without a secure
 * context, in development, or where the browser is to save data.
 */
export function keepOffline(): void {
  if (begun || !import.meta.env.PROD || !('serviceWorker' in navigator) || window.top !== window) return;
  begun = true;
  if (savesData()) return;
  if (navigator.serviceWorker.controller !== null) {
    void register();
    return;
  }
  // On a first visit the page itself goes first: the files are fetched after the first input, or after a while.
  const timer = setTimeout(start, delaysMs.look);
  const acts = ['pointerdown', 'keydown'] as const;
  for (const act of acts) addEventListener(act, start);
  function start(): void {
    clearTimeout(timer);
    for (const act of acts) removeEventListener(act, start);
    void register();
  }
}

/** Stores the draft, lets the newer version take over, and reloads the page. */
export async function takeNewVersion(): Promise<void> {
  taking = true;
  keepNow();
  if (registration?.waiting) {
    registration.waiting.postMessage('take over');
    await new Promise((waited) => setTimeout(waited, delaysMs.takeOver));
    // A browser with developer tools on the old worker may never end it. Then the page is loaded from the network, if
    // there is one.
    const there = await fetchOwnFile('./sw.js', { cache: 'no-store' }).catch(() => undefined);
    if (there?.ok) await registration.unregister();
  }
  // Without a waiting worker another page has loaded it already.
  location.reload();
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  const controlled = serviceWorker.controller !== null;
  try {
    registration = await serviceWorker.register(ownScript('./sw.js'), { scope: './', updateViaCache: 'none' });
  } catch {
    // Blocked, or not deployed: the page works as long as there is a network.
    return;
  }
  const worker: ServiceWorkerRegistration | undefined = registration;
  // Some browsers return nothing where service workers are switched off.
  if (worker === undefined) return;
  if (worker.waiting !== null && serviceWorker.controller !== null) useNewVersion.setState({ waiting: true });
  worker.addEventListener('updatefound', () => {
    const { installing } = worker;
    installing?.addEventListener('statechange', () => {
      const waits = installing.state === 'installed' && serviceWorker.controller !== null;
      if (waits) useNewVersion.setState({ waiting: true });
    });
  });
  let first = !controlled;
  serviceWorker.addEventListener('controllerchange', () => {
    if (taking) location.reload();
    else if (!first) useNewVersion.setState({ waiting: true });
    first = false;
  });
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < delaysMs.ask) return;
    asked = Date.now();
    // Without a network there is no newer version.
    worker.update().catch(() => undefined);
  });
}
