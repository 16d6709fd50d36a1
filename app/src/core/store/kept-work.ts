import { delMany, getMany, keys, set } from 'idb-keyval';
import { guarded } from './drafts.ts';
import { keptKey } from './kept-history.ts';
import { usePreferences } from './preferences.ts';

// Keeps what was read into a tab for a reload of it: in IndexedDB, sealed with a key that only the tab's own
// sessionStorage has. With the tab goes the key, and what is left behind can no longer be read; it is deleted by the next
// page, after a day at the latest.

/** What is kept by itself: the objects of a survey, the release of its forecast, an audit log. */
export type KeptPart = 'survey' | 'release' | 'audit';

/** A text with its name. */
export interface KeptFile {
  readonly name: string;
  readonly content: Blob;
}

/** Bytes of one part that are kept: what is larger would hold up the tab, and fill the disk. */
export const mostKept = 256 * 1024 * 1024;

/** Milliseconds after which nothing is kept any more. */
const longest = 24 * 60 * 60 * 1000;

/** Milliseconds between two looks at which tabs are there: one that is being loaded again is missing for a moment. */
const betweenLooks = 10_000;

const lockPrefix = 'managed-fields.tab.';
const lookPrefix = 'managed-fields.look.';

/** What stands in the database. A record says nothing of what it holds. */
interface KeptRecord {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

/** The tab, the part, the number of the file in it, and when it was saved: what is asked without reading a record. */
type RecordKey = [tab: string, part: KeptPart, at: number, saved: number];

/** The parts with something in them, and how many files and bytes each has; `lost` where not all of it is kept. */
const parts = new Map<KeptPart, { files: number; bytes: number; lost: boolean }>();

/** Writes wait for each other, so that what is let go of is not written afterwards. */
let written: Promise<unknown> = Promise.resolve();

let ownTab: Promise<{ readonly tab: string; readonly key: CryptoKey } | undefined> | undefined;

/** Keeps files of a part, after those that it has. Where they cannot be kept, the browser asks before the tab is left. */
export function keepFiles(part: KeptPart, files: readonly KeptFile[]): void {
  const state = parts.get(part) ?? { files: 0, bytes: 0, lost: false };
  parts.set(part, state);
  for (const file of files) {
    const at = state.files++;
    state.bytes += file.content.size;
    if (!usePreferences.getState().keepsWork || state.bytes > mostKept) state.lost = true;
    if (state.lost) continue;
    written = written
      .then(() => write(part, at, file))
      .catch(() => undefined)
      .then((kept) => {
        if (kept === true || parts.get(part) !== state) return;
        state.lost = true;
        askBeforeLeaving();
      });
  }
  askBeforeLeaving();
}

/** Lets go of a part. */
export function forgetFiles(part: KeptPart): void {
  const had = parts.get(part);
  parts.delete(part);
  askBeforeLeaving();
  if (had === undefined) return;
  written = written
    .then(async () => {
      const own = await thisTab();
      if (own === undefined) return;
      await delMany(await keysOf(own.tab, part));
    })
    .catch(() => undefined);
}

/** The files of a part that this tab kept before it was loaded again, in their order. They are kept on. */
export async function filesKept(part: KeptPart): Promise<readonly KeptFile[]> {
  const own = await thisTab().catch(() => undefined);
  if (own === undefined) return [];
  const found = (await keysOf(own.tab, part).catch(() => [])).sort((a, b) => a[2] - b[2]);
  const records: readonly unknown[] = await getMany(found).catch(() => []);
  const opened = records.map((record) =>
    isRecord(record) ? open(record, own.key) : Promise.reject(new Error('no record')),
  );
  const files = await Promise.all(opened).catch(() => []);
  // A record that cannot be opened would keep what is read next from being brought back, too.
  if (files.length === 0 && found.length > 0) await delMany(found).catch(() => {});
  if (files.length > 0) {
    const bytes = files.reduce((sum, { content }) => sum + content.size, 0);
    parts.set(part, { files: (found.at(-1)?.[2] ?? -1) + 1, bytes, lost: false });
  }
  return files;
}

/** Deletes what tabs left behind that are gone, and what is older than a day. */
export async function deleteLeft(): Promise<void> {
  const before = await tabsThere();
  await new Promise((done) => {
    setTimeout(done, betweenLooks);
  });
  const there = new Set([...before, ...(await tabsThere())]);
  const all = (await keys<IDBValidKey>()).filter(isRecordKey);
  await delMany(all.filter(([tab, , , saved]) => !there.has(tab) || Date.now() - saved > longest));
}

/** Keeps how somebody looks at a part, in the tab's own storage, when the page is left. */
export function keepLook(part: KeptPart, lookNow: () => unknown): void {
  // Not there where the stores are tested without a page.
  globalThis.addEventListener?.('pagehide', () => {
    const text = parts.has(part) ? JSON.stringify(lookNow()) : undefined;
    guarded(() =>
      text === undefined
        ? sessionStorage.removeItem(lookPrefix + part)
        : sessionStorage.setItem(lookPrefix + part, text),
    );
  });
}

/** How somebody looked at a part before the page was loaded again, which anything may have written. */
export function lookKept(part: KeptPart): unknown {
  return guarded((): unknown => JSON.parse(sessionStorage.getItem(lookPrefix + part) ?? 'null'));
}

// Who does not want it kept has what is kept deleted at once. What is read from then on is kept again where that is wanted.
usePreferences.subscribe(({ keepsWork }, before) => {
  if (keepsWork || !before.keepsWork) return;
  for (const [part, state] of [...parts]) {
    forgetFiles(part);
    parts.set(part, { ...state, lost: true });
  }
  askBeforeLeaving();
});

async function write(part: KeptPart, at: number, file: KeptFile): Promise<boolean> {
  if (!parts.has(part)) return true;
  const own = await thisTab();
  if (own === undefined) return false;
  const name = new TextEncoder().encode(file.name);
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, name.length);
  const plain = await new Blob([head, name, file.content]).arrayBuffer();
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, own.key, plain);
  const key: RecordKey = [own.tab, part, at, Date.now()];
  await set(key, { nonce, sealed } satisfies KeptRecord);
  return true;
}

async function open({ nonce, sealed }: KeptRecord, key: CryptoKey): Promise<KeptFile> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, sealed);
  const length = new DataView(plain).getUint32(0);
  const name = new TextDecoder().decode(plain.slice(4, 4 + length));
  return { name, content: new Blob([plain.slice(4 + length)]) };
}

/** The name of this tab and its key, which a reload keeps; undefined where the browser has no place for them. */
function thisTab(): NonNullable<typeof ownTab> {
  ownTab ??= nameTab();
  return ownTab;
}

async function nameTab(): Promise<Awaited<NonNullable<typeof ownTab>>> {
  // Neither is there on a page without TLS.
  if (globalThis.crypto?.subtle === undefined || navigator.locks === undefined) return undefined;
  const stored = guarded(() => sessionStorage.getItem(keptKey))?.split(' ') ?? [];
  const [name, secret] = stored;
  // A tab that was duplicated has the name of the other one, which holds its lock.
  if (name !== undefined && secret !== undefined && (await hold(name))) {
    const key = await Promise.resolve(secret)
      .then((text) => importKey(bytesOf(text)))
      .catch(() => undefined);
    if (key !== undefined) return { tab: name, key };
  }
  const tab = crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  sessionStorage.setItem(keptKey, `${tab} ${btoa(String.fromCharCode(...bytes))}`);
  await hold(tab);
  return { tab, key: await importKey(bytes) };
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** Holds the lock of a tab until the page goes; false where another page holds it. */
function hold(tab: string): Promise<boolean> {
  return new Promise((done) => {
    const isHeld = (lock: Lock | null) => {
      done(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => {});
    };
    navigator.locks.request(lockPrefix + tab, { ifAvailable: true }, isHeld).catch(() => done(false));
  });
}

async function tabsThere(): Promise<readonly string[]> {
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : []));
}

async function keysOf(tab: string, part: KeptPart): Promise<RecordKey[]> {
  return (await keys<IDBValidKey>()).filter(isRecordKey).filter((key) => key[0] === tab && key[1] === part);
}

function isRecordKey(key: IDBValidKey): key is RecordKey {
  if (!Array.isArray(key) || key.length !== 4) return false;
  return typeof key[0] === 'string' && typeof key[2] === 'number' && typeof key[3] === 'number';
}

function isRecord(record: unknown): record is KeptRecord {
  return (
    typeof record === 'object' &&
    record !== null &&
    'nonce' in record &&
    record.nonce instanceof Uint8Array &&
    'sealed' in record &&
    record.sealed instanceof ArrayBuffer
  );
}

/** Lets the browser ask before the tab is left, for as long as something is in it that a reload would lose. */
function askBeforeLeaving(): void {
  const loses = [...parts.values()].some(({ lost }) => lost);
  if (loses) globalThis.addEventListener?.('beforeunload', stay);
  else globalThis.removeEventListener?.('beforeunload', stay);
}

function stay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
