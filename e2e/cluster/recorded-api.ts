import {
  type Answered,
  type Api,
  type Asked,
  type Recorded,
  type Recordings,
  sameAsked,
  type WatchedLine,
} from './exchange.ts';

/** What was recorded of a real server for one test. A request that was not recorded is answered 501, which fails the test. */
export function recordedApi({ bodies }: Recordings, recorded: Recorded): Api {
  let writes = 0;
  let waiting: (() => void)[] = [];
  /** Of several answers to the same request, that after as many writes, else the last one before. */
  const best = <Each extends Asked>(all: readonly Each[], asked: Asked): Each | undefined =>
    all.filter((each) => sameAsked(each, asked) && each.writes <= writes).at(-1) ??
    all.find((each) => sameAsked(each, asked));
  return {
    async ask(asked) {
      const found = best(recorded.answers, asked);
      if (found === undefined) return { status: 501, headers: {}, body: `not recorded: ${asked.method} ${asked.url}` };
      return { status: found.status, headers: found.headers, body: bodies[found.body] ?? '' };
    },
    async *watch(asked, signal) {
      const found = best(recorded.watches, asked);
      if (found === undefined) throw new Error(`not recorded: ${asked.url}`);
      for (const { writes: after, line } of found.lines) {
        while (after > writes && !signal.aborted) await new Promise<void>((done) => waiting.push(done));
        if (signal.aborted) return;
        yield line;
      }
      if (!found.ended)
        await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
    },
    async write() {
      writes++;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
      return 200;
    },
  };
}

/** An API that keeps what another answers. */
export function recordingApi(api: Api): Api & { recorded(bodyNumber: (body: string) => number): Recorded } {
  const answers: (Asked & Answered)[] = [];
  const watches: (Asked & { readonly lines: WatchedLine[]; ended: boolean })[] = [];
  let writes = 0;
  return {
    async ask(asked, body, contentType) {
      const answered = await api.ask(asked, body, contentType);
      const isDocument = answered.status === 200 && /^\/openapi\/v3\/apis?\//.test(asked.url);
      // The page gets what is kept, so that both plays are the same.
      const kept = isDocument ? { ...answered, body: trimmedDocument(answered.body) } : answered;
      answers.push({ ...asked, writes, ...kept });
      return kept;
    },
    async *watch(asked, signal) {
      const kept = { ...asked, writes, lines: [] as WatchedLine[], ended: false };
      watches.push(kept);
      for await (const line of api.watch(asked, signal)) {
        kept.lines.push({ writes, line });
        yield line;
      }
      kept.ended = !signal.aborted;
    },
    async write(method, url, contentType, body) {
      writes++;
      return api.write(method, url, contentType, body);
    },
    recorded: (bodyNumber) => ({
      answers: answers.map(({ body, ...rest }) => ({ ...rest, body: bodyNumber(body) })),
      watches,
    }),
  };
}

/** Kinds whose schemas stay in recorded documents, with all that these refer to. */
const kinds = new Set(['Deployment', 'Bakery', 'ConfigMap', 'Secret']);

/**
 * Takes out of an OpenAPI document what no test reads: prose, kinds that the tests do not use, and of the paths all but
 * the names of parameters. A document of a real server has megabytes.
 */
function trimmedDocument(text: string): string {
  const document: Document = JSON.parse(text, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  const schemas = document.components?.schemas ?? {};
  const kept = new Set<string>();
  const keep = (name: string) => {
    const schema = schemas[name];
    if (schema === undefined || kept.has(name)) return;
    kept.add(name);
    for (const [, next = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) keep(next);
  };
  for (const [name, schema] of Object.entries(schemas)) {
    if ((schema['x-kubernetes-group-version-kind'] ?? []).some(({ kind }) => kinds.has(kind))) keep(name);
  }
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, trimmedOperation(operation)])),
  ]);
  return JSON.stringify({
    ...document,
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => kept.has(name))) },
  });
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: {
    readonly schemas?: Readonly<
      Record<string, { readonly 'x-kubernetes-group-version-kind'?: readonly { readonly kind: string }[] }>
    >;
  };
}

function trimmedOperation(operation: unknown): unknown {
  const named = (parameter: { readonly name: string }) => ({ name: parameter.name });
  if (Array.isArray(operation)) return operation.map(named);
  const { parameters } = operation as { readonly parameters?: readonly { readonly name: string }[] };
  return parameters === undefined ? {} : { parameters: parameters.map(named) };
}
