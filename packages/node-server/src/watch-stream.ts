import type { ServerResponse } from 'node:http';
import { type ApiRequest, newestVersion, type ObjectEvent } from '@managed-fields/api-server';
import { formatJson } from '@managed-fields/merge-engine';
import { type Form, includedBy } from './accept.ts';
import type { Api, Reply } from './api.ts';
import { partialOf, tableOf } from './table.ts';
import { bookmark, told, type WatchEvent } from './watch.ts';

/** Bytes that wait for a slow client at most; then its watch ends, and it begins a new one. */
const mostWaiting = 16 * 1024 * 1024;
/** Milliseconds between two bookmarks. Upstream: k8s.io/apiserver pkg/storage/cacher/cacher.go. */
const bookmarksEvery = 60_000;
/** Seconds that a watch lasts where it does not say how long. Upstream: pkg/endpoints/handlers/get.go, from 1800 to 3600. */
const longest = 1800;

/** Where a watch is written to, and how. */
interface Watching {
  readonly request: ApiRequest;
  readonly response: ServerResponse;
  readonly form: Form;
}

/** Sends the events of a watch as they come, a line of JSON each, until the client goes or the time is over. */
export function streamWatch(
  api: Api,
  { asked, events }: Extract<Reply, { kind: 'watch' }>,
  { request, response, form }: Watching,
): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' });
  response.flushHeaders();
  const { version } = asked;
  const included = includedBy(request.query.get('includeObject'));
  const write = ({ type, object }: WatchEvent) => {
    const isPart = form.as === 'PartialObjectMetadata' || form.as === 'PartialObjectMetadataList';
    const isRow = form.as === 'Table' && type !== 'BOOKMARK';
    const row = () =>
      tableOf([object], new Map(), { cluster: api.cluster, version, included, meta: form.meta, now: Date.now() });
    const shown = isRow ? row() : isPart ? partialOf(object, form.meta) : object;
    response.write(`{"type":"${type}","object":${formatJson(shown)}}\n`);
    if (response.writableLength > mostWaiting) response.destroy();
  };
  for (const event of events) write(event);
  const stop = api.listen((happened: readonly ObjectEvent[]) => {
    for (const event of happened) for (const each of told(asked, event)) write(each);
  });
  const marking = setInterval(() => {
    if (asked.bookmarks) write(bookmark(asked, String(newestVersion(api.cluster))));
  }, bookmarksEvery);
  const seconds = Number(request.query.get('timeoutSeconds') ?? 0);
  const lasting = Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : longest;
  const ending = setTimeout(() => response.end(), lasting * 1000);
  response.on('close', () => {
    stop();
    clearInterval(marking);
    clearTimeout(ending);
  });
}
