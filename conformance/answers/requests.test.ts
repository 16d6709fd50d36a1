import { readFileSync } from 'node:fs';
import { type Cluster, emptyCluster, installCrd, serve } from '@managed-fields/api-server/whole';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { formatJson, valueFromPlain } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';
import { Answers, shownAnswer } from './shown.ts';

/**
 * `PATCH /path?option=value`, the content type of the body, the body (null: none; what is no text is its JSON), what is compared of the
 * answer, and who sends it: a User-Agent, or a user with groups.
 */
type Row = readonly [
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
interface Cases {
  readonly release: PlayedVersion;
  /** The time of the first request of each play, where the server's clock counts. */
  readonly begin?: string;
  readonly definitions: readonly unknown[];
  /** Long texts by the names that stand for them in bodies, `%name%`. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly answers: readonly string[];
  readonly plays: Readonly<Record<string, readonly Row[]>>;
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

async function withDefinitions(release: PlayedVersion, definitions: readonly unknown[]): Promise<Cluster> {
  const catalog = await loadCatalog(release);
  return definitions.reduce((cluster: Cluster, crd) => {
    const installed = installCrd(cluster, valueFromPlain(crd));
    if (installed.kind !== 'installed') throw new Error(installed.problems.join());
    return installed.cluster;
  }, emptyCluster(catalog));
}

const noProtobuf = {
  kind: 'malformed',
  message: 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
} as const;

function answersTo(
  start: Cluster,
  name: string,
  rows: readonly Row[],
  { begin, texts = {} }: Pick<Cases, 'begin' | 'texts'>,
): readonly string[] {
  const answers = new Answers();
  const whole = (text: string) => text.replaceAll('~', `w-${name}`);
  const spelled = (json: string) =>
    Object.entries(texts).reduce(
      (all, [each, text]) => all.replaceAll(`%${each}%`, JSON.stringify(text).slice(1, -1)),
      json,
    );
  let cluster = start;
  return rows.map(([short, type, sent, , { agent = 'curl/8.0', as } = {}], index) => {
    const contentType = types[type] ?? type;
    const placed = short.replace(/(?<= )\w+(?=[/?]|$)/, (word) => places[word] ?? word);
    const asked = answers.fill(whole(placed), whole(placed));
    const [method = '', target = ''] = asked.split(/ (.*)/s);
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const text = sent === null ? undefined : whole(typeof sent === 'string' ? sent : spelled(JSON.stringify(sent)));
    const bodyText = text === undefined ? undefined : answers.fill(asked, text);
    const [user = '', ...groups] = whole(as ?? '').split('|');
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
        ...(as === undefined ? {} : { user: { name: user, groups } }),
      },
      timeOf(index, begin),
    );
    cluster = served.cluster;
    const { code, body: answered } = served.response;
    answers.note(asked, code, JSON.parse(formatJson(answered)));
    return shownAnswer(served.response, `w-${name}`);
  });
}

const files = [
  'options',
  'lists',
  'objects',
  'subresources',
  'bodies',
  'numbers',
  'more',
  'rows',
  'later',
  'later-in-v1.37',
  'later-in-v1.37.2',
  'later-in-v1.38',
  'former-in-v1.33',
  'former-in-v1.34',
  'former-in-v1.35',
  'certificates',
  'certificates-in-v1.38',
];

describe.each(files)('requests about %s', async (file) => {
  const { release, definitions, answers, plays, ...rest }: Cases = JSON.parse(
    readFileSync(new URL(`./requests-${file}.cases.json`, import.meta.url), 'utf8'),
  );
  const start = await withDefinitions(release, definitions);
  it.each(Object.entries(plays))('%s is answered as a kube-apiserver answers', (name, rows) => {
    const given = answersTo(start, name, rows, rest);
    const shown = (row: Row | undefined, answer: string | undefined) =>
      `${row?.[0]} ${JSON.stringify(row?.[2])}\n${answer}`;
    const wanted = rows.map(([, , , answer]) => (typeof answer === 'number' ? answers[answer] : answer));
    const wrong = rows.flatMap((_, i) => (given[i] === wanted[i] ? [] : [i]));
    expect(wrong.map((i) => shown(rows[i], given[i]))).toEqual(wrong.map((i) => shown(rows[i], wanted[i])));
  });
});
