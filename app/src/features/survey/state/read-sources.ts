import type { SurveySource } from '../../../core/engine/protocol.ts';
import { readSources } from './survey-store.ts';

/** The most files that are read of a folder. */
const mostFiles = 20_000;

/** Reads files, folders and texts into the survey. */
export async function readGiven(given: readonly (File | FileSystemEntry | string)[]): Promise<void> {
  const sources: SurveySource[] = [];
  for (const each of given) {
    if (typeof each === 'string') sources.push({ name: '', content: new Blob([each]) });
    else if (each instanceof File) sources.push(...sourcesOf(each));
    else for await (const file of filesIn(each)) if (sources.push(file) >= mostFiles) break;
  }
  readSources(sources);
}

/** A file as a source, by its path where it was chosen with its folder; none for what is hidden in that. */
function sourcesOf(file: File): readonly SurveySource[] {
  const path = file.webkitRelativePath;
  if (path.includes('/.')) return [];
  return [{ name: path === '' ? file.name : path, content: file }];
}

/** The files of a folder and of those in it, but for hidden ones. What cannot be read is left out. */
async function* filesIn(entry: FileSystemEntry): AsyncGenerator<SurveySource> {
  if (isFile(entry)) {
    const content = await new Promise<File | undefined>((done) => entry.file(done, () => done(undefined)));
    if (content !== undefined) yield { name: entry.fullPath.replace(/^\//, ''), content };
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    // A browser gives a part of the entries each time, and none at the end.
    const some = await new Promise<readonly FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])));
    if (some.length === 0) return;
    for (const each of some) if (!each.name.startsWith('.')) yield* filesIn(each);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
