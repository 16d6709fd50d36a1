import { readFileSync } from 'node:fs';
import { type Cluster, emptyCluster, installCrd, serve } from '@managed-fields/api-server/whole';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { formatJson, valueFromPlain } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';
import { Answers, shownAnswer } from './shown.ts';

/**
 * `PATCH /path?option=value`, the content type of the body, the body (null: none; what is no text is its JSON), what is compared of the
 * answer, and who sends it: a User-Agent, or a user with groups.
 */
export type Row = readonly [
  asked: string,
  contentType: string,
  body: unknown,
  answer: string | number,
  from?: { readonly agent?: string; readonly as?: string },
];

/**
 * Requests one after another, with what a real kube-apiserver of a release answered. An answer that is a number stands in a list of those
 * that come more than once. `~` stands for the namespace of the play.
 */
export interface Cases {
  readonly release: PlayedVersion;
  /** The time of the first request of each play, where the server's clock counts. */
  readonly begin?: string;
  readonly definitions: readonly unknown[];
  /** Long texts by the names that stand for them in bodies, `%name%`. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly answers: readonly string[];
  readonly plays: Readonly<Record<string, readonly Row[]>>;
}

/** The files of kept requests, `requests-NAME.cases.json`, by what stands for NAME. */
export const keptRequests = [
  'options',
  'lists',
  'objects',
  'subresources',
  'bodies',
  'numbers',
  'more',
  'evictions',
  'reviews',
  'senders',
  'evictions-in-v1.33',
  'deletions-in-v1.33',
  'deletions-in-v1.38',
  'selections-in-v1.33',
  'selections-in-v1.38',
  'senders-in-v1.38',
  'selections',
  'deletions',
  'rows',
  'later',
  'later-in-v1.37',
  'later-in-v1.37.2',
  'later-in-v1.38',
  'new-fields-in-v1.37',
  'new-fields-in-v1.38',
  'former-in-v1.33',
  'former-in-v1.34',
  'former-in-v1.35',
  'writes',
  'writes-in-v1.38',
  'certificates',
  'certificates-in-v1.38',
  'custom',
];

/** The cases of one of these files. */
export function readCases(name: string): Cases {
  return JSON.parse(readFileSync(new URL(`./requests-${name}.cases.json`, import.meta.url), 'utf8'));
}

/** The answer that a row keeps. */
export function keptAnswer({ answers }: Cases, [, , , answer]: Row): string | undefined {
  return typeof answer === 'number' ? answers[answer] : answer;
}

/** The namespace of a play, another for each file. */
export function namespaceOf(file: string, play: string): string {
  return `w-${file}-${play}`.replaceAll('.', '-');
}

/** The collections that most requests are about, by the word that stands for their path. */
const places: Readonly<Record<string, string>> = {
  bundles: '/apis/certificates.k8s.io/v1/clustertrustbundles',
  certificates: '/apis/certificates.k8s.io/v1/namespaces/~/podcertificaterequests',
  configmaps: '/api/v1/namespaces/~/configmaps',
  deployments: '/apis/apps/v1/namespaces/~/deployments',
  plains: '/apis/at-words.example.com/v1/namespaces/~/plains',
  pods: '/api/v1/namespaces/~/pods',
  scaleds: '/apis/at-words.example.com/v1/namespaces/~/scaleds',
  things: '/apis/at-words.example.com/v1/namespaces/~/things',
  wides: '/apis/at-words.example.com/v1/wides',
};

const types: Readonly<Record<string, string>> = {
  ':json': 'application/json',
  ':yaml': 'application/yaml',
  ':merge': 'application/merge-patch+json',
  ':strategic': 'application/strategic-merge-patch+json',
  ':patch': 'application/json-patch+json',
  ':apply': 'application/apply-patch+yaml',
};

/** A request as a row means it, in the namespace of its play. */
export interface Asked {
  /** The method and the target, by which `Answers` knows it. */
  readonly asked: string;
  readonly method: string;
  /** The path and the query as they are sent. */
  readonly target: string;
  /** Empty where none is sent. */
  readonly contentType: string;
  readonly bodyText: string | undefined;
  readonly agent: string;
  readonly user: { readonly name: string; readonly groups: readonly string[] } | undefined;
}

/** The request of a row; what earlier answers said, such as a uid, is filled in. */
export function askedBy(namespace: string, row: Row, answers: Answers, texts: Cases['texts'] = {}): Asked {
  const [short, type, sent, , { agent = 'curl/8.0', as } = {}] = row;
  const whole = (text: string) => text.replaceAll('~', namespace);
  const spelled = (json: string) =>
    Object.entries(texts).reduce(
      (all, [name, text]) => all.replaceAll(`%${name}%`, JSON.stringify(text).slice(1, -1)),
      json,
    );
  const placed = short.replace(/(?<= )\w+(?=[/?]|$)/, (word) => places[word] ?? word);
  const asked = answers.fill(whole(placed), whole(placed));
  const [method = '', target = ''] = asked.split(/ (.*)/s);
  const text = sent === null ? undefined : whole(typeof sent === 'string' ? sent : spelled(JSON.stringify(sent)));
  const [name = '', ...groups] = whole(as ?? '').split('|');
  return {
    ...{ asked, method, target, agent },
    contentType: types[type] ?? type,
    bodyText: text === undefined ? undefined : answers.fill(asked, text),
    user: as === undefined ? undefined : { name, groups },
  };
}

const noProtobuf = {
  kind: 'malformed',
  message: 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
} as const;

/** What is compared of the engine's answers to a play. */
export async function engineAnswers(
  release: PlayedVersion,
  { begin, definitions, plays, texts }: Cases,
  play: string,
  namespace: string,
): Promise<readonly string[]> {
  const answers = new Answers();
  let cluster = await withDefinitions(release, definitions);
  return (plays[play] ?? []).map((row, index) => {
    const { asked, method, target, contentType, bodyText, agent, user } = askedBy(namespace, row, answers, texts);
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const body = (given: string) => (/protobuf/i.test(contentType) ? noProtobuf : decodeBody(given, contentType));
    const served = serve(
      cluster,
      {
        method: method as 'GET',
        path,
        query: new Map(new URLSearchParams(query)),
        userAgent: agent,
        ...(contentType === '' ? {} : { contentType }),
        ...(bodyText === undefined ? {} : { contentType, body: body(bodyText), bodyText }),
        ...(user === undefined ? {} : { user }),
      },
      timeOf(index, begin),
    );
    cluster = served.cluster;
    const { code, body: answered } = served.response;
    answers.note(asked, code, JSON.parse(formatJson(answered)));
    return shownAnswer(served.response, namespace);
  });
}

async function withDefinitions(release: PlayedVersion, definitions: readonly unknown[]): Promise<Cluster> {
  const catalog = await loadCatalog(release);
  return definitions.reduce((cluster: Cluster, crd) => {
    const installed = installCrd(cluster, valueFromPlain(crd));
    if (installed.kind !== 'installed') throw new Error(installed.problems.join());
    return installed.cluster;
  }, emptyCluster(catalog));
}
