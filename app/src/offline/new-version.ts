import { create } from 'zustand';
import { ownScript } from '../code/own-script.ts';
import { keepNow } from '../store/address.ts';

/** Whether a newer version of the page is there and waits to be taken. */
export const useNewVersion = create<{ readonly waiting: boolean }>(() => ({ waiting: false }));

/**
 * How long a first visit that only looks goes on before its files are kept, how often versions are asked for, and how
 * long the one in charge may take to leave.
 */
const delaysMs = { look: 10_000, ask: 3_600_000, takeOver: 2_000 };

let registration: ServiceWorkerRegistration | undefined;
let begun = false;
/** This page asked for the newer version, so it reloads when that is in charge. */
let taking = false;

/**
 * Keeps the page for when there is no network, and looks out for newer versions. Only for the built page by itself:
 * never inside frames, without a secure context, or where data is saved.
 */
export function keepOffline(): void {
  if (begun || !import.meta.env.PROD || !('serviceWorker' in navigator) || window.top !== window) return;
  begun = true;
  const saver = 'connection' in navigator ? navigator.connection : undefined;
  if (typeof saver === 'object' && saver !== null && 'saveData' in saver && saver.saveData === true) return;
  if (navigator.serviceWorker.controller !== null) {
    void register();
    return;
  }
  // On a first visit the reader comes first: the files are fetched once somebody does something, or stays.
  const timer = setTimeout(start, delaysMs.look);
  const acts = ['pointerdown', 'keydown'] as const;
  for (const act of acts) addEventListener(act, start);
  function start(): void {
    clearTimeout(timer);
    for (const act of acts) removeEventListener(act, start);
    void register();
  }
}

/** Puts the newer version in charge and loads it, with what was typed to the last key. */
export async function takeNewVersion(): Promise<void> {
  taking = true;
  keepNow();
  if (registration?.waiting) {
    registration.waiting.postMessage('take over');
    await new Promise((waited) => setTimeout(waited, delaysMs.takeOver));
    // A browser that inspects the old worker may never let it go: then the page comes from the network, if there is one.
    const there = await fetch('./sw.js', { cache: 'no-store' }).catch(() => undefined);
    if (there?.ok) await registration.unregister();
  }
  // Else another page has taken it already.
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
  // Where they are switched off, some browsers answer with nothing.
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
    // Without a network there is no newer version to be had.
    worker.update().catch(() => undefined);
  });
}
