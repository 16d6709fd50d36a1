import {
  type AskOutcome,
  askDryRun,
  type ClusterRequest,
  httpRequestOf,
  type Reply,
} from '@managed-fields/live-cluster';
import { formatJson, isList, isMap, parseJson, type Value } from '@managed-fields/merge-engine';
import { differenceOfPair } from '@managed-fields/player/whole';
import { inDefaultNamespace } from '../../conformance/gallery/trace-of.ts';
import { clean, install, nextSecond, policies } from '../record/play.ts';
import { type Server, send } from '../record/server.ts';
import type { Part, Plan } from './plan.ts';

/** How one prediction ended. */
export interface Asked {
  readonly scenario: string;
  readonly step: number;
  /** The kind of the object. */
  readonly kind: string;
  readonly outcome: AskOutcome;
}

/** The versions of the scenario and of the server. */
export interface Versions {
  readonly scenario: string;
  readonly cluster: string;
}

/**
 * Asks a server every prediction of a scenario by a dry run, as the page does, and really plays each request after it,
 * so that the next one finds its state. What a dry run is sent as is made by `httpRequestOf` alone.
 */
export async function askPlan(server: Server, plan: Plan, versions: Versions): Promise<readonly Asked[]> {
  const pairs = new Pairs();
  const asked: Asked[] = [];
  const own = (text: string) => (plan.inDefault ? inOwnNamespace(text, plan.name) : text);
  const theirs = (text: string) => (plan.inDefault ? inDefaultNamespace(text, plan.name) : text);
  const documents = new Map<string, string>();
  const reply = (request: ClusterRequest) => sendAs(server, request, theirs);
  await clean(server, plan.trace);
  await makeNamespace(server, `t-${plan.name}`);
  const parts = plan.parts();
  let hasPolicy = false;
  let code = 0;
  for (let next = parts.next(code); next.done !== true; next = parts.next(code)) {
    const part = next.value;
    await nextSecond();
    if (part.kind === 'crd') {
      await install(server, part.crd, part.crd);
      continue;
    }
    const { predicted, catalog } = part;
    if (predicted !== undefined) {
      const { request, object } = predicted;
      const path = object.path === undefined ? undefined : own(object.path);
      if (path !== undefined) {
        const now = await reply({ kind: 'read', path });
        if (now.kind === 'answered' && now.code === 200) pairs.meet(predicted.before, now.text);
      }
      const body = pairs.toServer(own(request.body));
      const outcome = await askWhenPublished(
        { ...predicted, object: { ...object, path }, request: { ...request, path: own(request.path), body } },
        {
          send: reply,
          difference: async (left, right) => differenceOfPair({ left, right }, catalog),
          // Causes are for people; differences count here.
          admitted: async () => undefined,
          documents,
          ...versions,
        },
      );
      asked.push({ scenario: plan.name, step: part.step, kind: object.kind, outcome });
    }
    code = await play(server, part, own, pairs);
    hasPolicy ||= plan.inDefault && policies.test(part.sent.path);
    // A definition, a policy and its params are in force some moments after they were answered.
    if (hasPolicy || part.sent.path.includes('/customresourcedefinitions')) {
      await new Promise((done) => setTimeout(done, 4000));
    }
  }
  // Policies of examples are about their namespace alone. They stay: a server whose last policy with params of a kind has gone hears no
  // more of changes of such params.
  if (!hasPolicy) await clean(server, plan.trace);
  return asked;
}

/** How often, and after how many milliseconds, a server is asked again whose document does not have a new kind yet. */
const again = { times: 15, pause: 1000 };

/** Asks as the page does; a server publishes the schema of a new kind some moments after it serves the kind. */
async function askWhenPublished(...[asked, asking]: Parameters<typeof askDryRun>): Promise<AskOutcome> {
  for (let times = 0; ; times++) {
    const outcome = await askDryRun(asked, asking);
    const isEarly = outcome.kind === 'not-comparable' && outcome.why.code === 'dry-run-unknown';
    if (!isEarly || times === again.times) return outcome;
    await new Promise((done) => setTimeout(done, again.pause));
  }
}

/** Plays a request for good, as the recorder does, and returns the code of the answer. */
async function play(
  server: Server,
  { sent }: Part & { readonly kind: 'request' },
  own: (text: string) => string,
  pairs: Pairs,
): Promise<number> {
  const body = sent.body === undefined ? {} : { body: pairs.toServer(own(sent.body)) };
  const path = own(sent.path);
  const { code } = await send(server, { ...sent, path, ...body });
  if (code === 201 && /^\/api\/v1\/namespaces\/[^/]+$/.test(path))
    await create(server, `${path}/serviceaccounts`, 'default');
  return code;
}

/** A path or body in the namespace of a scenario; also inside of an annotation, where JSON stands as a string, and of a selector. */
function inOwnNamespace(text: string, name: string): string {
  return text
    .replace(/^(\/apis?\/.*\/namespaces\/)default(?=\/)/, `$1t-${name}`)
    .replace(/(\b(?:namespace|kubernetes\.io\/metadata\.name)(?:\\+"|")?: ?(?:\\+"|")?)default\b/g, `$1t-${name}`);
}

async function sendAs(server: Server, asked: ClusterRequest, theirs: (text: string) => string): Promise<Reply> {
  const checked = httpRequestOf(asked);
  if (checked.kind === 'refused') return checked;
  const { method, address, headers, body } = checked.request;
  const [path = '', query = ''] = address.split('?');
  const answered = await send(server, {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: { ...headers, 'user-agent': 'Mozilla/5.0' },
    ...(body === undefined ? {} : { body }),
  });
  return { kind: 'answered', code: answered.code, text: theirs(answered.body), warnings: answered.warnings };
}

/** Makes a namespace, with the ServiceAccount that a controller makes in each. */
async function makeNamespace(server: Server, name: string): Promise<void> {
  const path = '/api/v1/namespaces';
  await create(server, path, name);
  await create(server, `${path}/${name}/serviceaccounts`, 'default');
}

/** Creates an object of a collection that has nothing but a name. */
async function create(server: Server, path: string, name: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const body = formatJson(new Map([['metadata', new Map([['name', name]])]]));
  await send(server, { method: 'POST', path, query: {}, headers, body });
}

const uids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const given = new Set(['uid', 'resourceVersion', 'time', 'creationTimestamp', 'deletionTimestamp']);

/**
 * What a server gave instead of the uids, resourceVersions and times of the engine, as far as objects of both were met.
 * Bodies of a scenario hold those of the engine.
 */
class Pairs {
  readonly #real = new Map<string, string>();

  /** Notes what a server has in the places of an object of the engine; both as JSON. */
  meet(ours: string | undefined, theirs: string | undefined): void {
    if (ours === undefined || theirs === undefined) return;
    const [left, right] = [parseJson(ours), parseJson(theirs)];
    if (left.kind === 'value' && right.kind === 'value') this.#meet(left.value, right.value, '');
  }

  /** A body of the engine as the server must be sent it. */
  toServer(body: string): string {
    return body
      .replace(uids, (own) => this.#real.get(own) ?? own)
      .replace(times, (own) => this.#real.get(own) ?? own)
      .replace(/(resourceVersion"?[\s":,]*(?:"value")?[\s":]*)(\d+)/g, (_, before: string, own: string) => {
        return `${before}${this.#real.get(`v${own}`) ?? own}`;
      });
  }

  #meet(ours: Value, theirs: Value, key: string): void {
    if (typeof ours === 'string' && typeof theirs === 'string') {
      if (given.has(key)) this.#real.set(key === 'resourceVersion' ? `v${ours}` : ours, theirs);
    } else if (isList(ours) && isList(theirs)) {
      for (const [index, item] of ours.entries()) this.#meet(item, theirs[index] ?? null, '');
    } else if (isMap(ours) && isMap(theirs)) {
      for (const [name, value] of ours) this.#meet(value, theirs.get(name) ?? null, name);
    }
  }
}
