import {
  type HistoryRow,
  type LogReader,
  type ObjectHistory,
  type ObjectSummary,
  playHistory,
  readLog,
} from '@managed-fields/audit';
import { loadOnNeed, run } from '@managed-fields/player';
import { encodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { logWith, recordedLog } from './levels.ts';

/** Requests whose answer is not the recorded one, each with its reason. */
const named: Readonly<Record<string, string>> = {
  '/services/bakery/front 1': 'a server hands out cluster IPs by chance',
  'apps/deployments/bakery/api 8': 'the apply before it had a body in YAML, whose event no server can write',
};

const notPlayed: Readonly<Record<string, string>> = {
  'apps/deployments/bakery/api 7': 'unanswered',
  '/configmaps/bakery/menu 9': 'collection',
  '/configmaps/bakery/menu 10': 'collection',
  '/configmaps/bakery/order-4ptmh 2': 'collection',
  '/configmaps/bakery/order-4ptmh 3': 'collection',
};

test('every request of the recorded log is answered as the server answered', async () => {
  const log = logOf(recordedLog);
  const { objects, problems } = log.summary();
  expect(problems).toEqual([]);
  const differing: string[] = [];
  const left: Record<string, string> = {};
  let same = 0;
  for (const { object, history } of await histories(log, objects)) {
    for (const { number, played } of history.rows) {
      const name = `${object.key} ${number}`;
      if (played?.kind === 'not-played') left[name] = played.why;
      if (played?.kind !== 'played') continue;
      if (played.comparison.rows.length > 0) differing.push(name);
      else same++;
    }
  }
  expect(differing.toSorted()).toEqual(Object.keys(named).toSorted());
  expect(left).toEqual(notPlayed);
  expect(same).toBeGreaterThanOrEqual(60);
});

test('the scenario answers as the comparison says, and a link carries it', async () => {
  const log = logOf(recordedLog);
  for (const { object, history } of await histories(log, log.summary().objects)) {
    const { outcomes } = run(history.scenario, { catalog: await loadCatalog() });
    for (const { played, code } of history.rows) {
      if (played?.kind !== 'played' || played.comparison.rows.length > 0) continue;
      const outcome = outcomes.find(({ stepId }) => stepId === played.stepId);
      expect(`${object.key} ${outcome?.code}`).toBe(`${object.key} ${code}`);
    }
    expect(encodeLink(history.scenario).kind).toBe('link');
  }
});

test('the kinds of patches are known, or found by the answers', async () => {
  const history = await historyOf(recordedLog, 'apps/deployments/bakery/web');
  const bases = history.rows.map(({ played }) => (played?.kind === 'played' ? `${played.step} ${played.basis}` : ''));
  expect(bases.filter((each) => each === 'strategic-merge-patch certain').length).toBe(3);
  expect(bases).toContain('strategic-merge-patch answer');
  expect(bases).toContain('json-patch certain');
  expect(bases).toContain('apply certain');
});

test('with bodies alone the codes are compared, and what was refused', async () => {
  const history = await historyOf(logWith('Request'), 'apps/deployments/bakery/web');
  expect(comparedIn(history)).toEqual(new Set(['code', 'answer']));
  expect(differing(history)).toEqual([]);
  expect(differing(await historyOf(logWith('Request'), 'bread.example.com/ovens/bakery/big'))).toEqual([]);
});

test('without managedFields all else is compared', async () => {
  const history = await historyOf(logWith('omitManagedFields'), 'apps/deployments/bakery/web');
  expect(comparedIn(history)).toContain('without-managed-fields');
  expect(comparedIn(await historyOf(recordedLog, 'apps/deployments/bakery/web'))).toEqual(new Set(['answer']));
  expect(differing(history)).toEqual([]);
});

test('without bodies nothing is played', async () => {
  const log = logOf(logWith('Metadata'));
  expect(new Set(log.summary().objects.map(({ bodies }) => bodies))).toEqual(new Set(['none']));
  const history = await historyOf(logWith('Metadata'), 'bread.example.com/ovens/bakery/big');
  expect(new Set(history.rows.map(({ played }) => played?.kind === 'not-played' && played.why))).toContain('no-body');
  expect(history.scenario.steps.filter(({ kind }) => kind !== 'delete')).toEqual([]);
});

test('a log that begins in the middle begins with the first state that it shows', async () => {
  const lines = recordedLog.split('\n');
  const middle = lines.slice(lines.findIndex((line) => line.includes('fieldManager=kubectl-rollout')));
  const history = await historyOf(middle.join('\n'), 'apps/deployments/bakery/web');
  expect(history.scenario.steps[0]?.kind).toBe('live');
  expect(differing(history)).toEqual([]);
  const range = await historyOf(recordedLog, 'apps/deployments/bakery/web', { from: 9, to: 14 });
  expect(range.scenario.steps.map(({ kind }) => kind).slice(0, 2)).toEqual(['live', 'strategic-merge-patch']);
  expect(range.rows.length).toBe(26);
  expect(differing(range)).toEqual([]);
});

test('an answer that is not the recorded one is found', async () => {
  const wrong = recordedLog.replaceAll('"manager":"kubectl-rollout"', '"manager":"kubectl-rollaut"');
  expect(wrong).not.toBe(recordedLog);
  expect(differing(await historyOf(wrong, 'apps/deployments/bakery/web')).length).toBeGreaterThan(0);
  const other = recordedLog.replaceAll('must be greater than or equal to 0', 'must be more');
  expect(differing(await historyOf(other, 'apps/deployments/bakery/web')).length).toBe(1);
});

test('a change that the log does not have is noticed by what was read after it', async () => {
  const lines = recordedLog.split('\n');
  const without = lines.filter((line) => !line.includes('deployments/web?fieldManager=kubectl-rollout'));
  expect(without.length).toBe(lines.length - 2);
  const history = await historyOf(without.join('\n'), 'apps/deployments/bakery/web');
  const gaps = history.rows.filter(({ played }) => played?.kind === 'played' && played.afterGap);
  expect(gaps.map(({ number, manager }) => `${number} ${manager}`)).toEqual(['6 kubectl-annotate']);
  expect(history.scenario.steps.filter(({ kind }) => kind === 'live').length).toBe(1);
  expect(differing(history)).toEqual([]);
});

test('what a webhook refused is a step that is switched off, and what authorization refused is none', async () => {
  const refused = (code: number, message: string, annotation = '') =>
    recordedLog
      .split('\n')
      .map((line) =>
        line.includes('fieldManager=kubectl-annotate') && line.includes('ResponseComplete')
          ? JSON.stringify({
              ...JSON.parse(line),
              responseObject: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code },
              responseStatus: { metadata: {}, status: 'Failure', message, code },
              annotations: { 'authorization.k8s.io/decision': annotation },
            })
          : line,
      )
      .join('\n');
  const webhook = refused(400, 'admission webhook "a.b" denied the request: no');
  const history = await historyOf(webhook, 'apps/deployments/bakery/web');
  const [row] = differing(history);
  expect(row?.played?.kind === 'played' && row.played.comparison.rows[0]?.explanations).toEqual([
    { code: 'webhook', name: 'a.b' },
  ]);
  const stepId = row?.played?.kind === 'played' ? row.played.stepId : '';
  expect(history.scenario.steps.find(({ id }) => id === stepId)?.off).toBe(true);
  const forbidden = await historyOf(refused(403, 'no', 'forbid'), 'apps/deployments/bakery/web');
  expect(forbidden.rows[6]?.played).toEqual({ kind: 'not-played', why: 'forbidden' });
});

test('bodies that the server left out are named', async () => {
  const cut = recordedLog.split('\n').map((line) => {
    if (!line.includes('fieldManager=kubectl-rollout') || !line.includes('ResponseComplete')) return line;
    const { requestObject: _, responseObject: __, ...event } = JSON.parse(line);
    return JSON.stringify({ ...event, annotations: { 'audit.k8s.io/truncated': 'true' } });
  });
  const history = await historyOf(cut.join('\n'), 'apps/deployments/bakery/web');
  expect(history.rows[5]?.played).toEqual({ kind: 'not-played', why: 'truncated' });
  expect(differing(history)).toEqual([]);
});

test('a history is no longer than a link can carry', async () => {
  const long = recordedLog.replaceAll('nginx:1.2', `nginx:${'x'.repeat(200_000)}`);
  const history = await historyOf(long, 'apps/deployments/bakery/web');
  expect(history.to).toBeLessThan(26);
  expect(history.rows.length).toBe(26);
  expect(encodeLink(history.scenario).kind).toBe('link');
});

test('lines in any order, and twice, make the same history', async () => {
  const wanted = await historyOf(recordedLog, 'apps/deployments/bakery/web');
  const lines = recordedLog.trim().split('\n');
  const mixed = [...lines.toReversed(), ...lines].join('\n');
  expect(logOf(mixed).summary().repeated).toBeGreaterThanOrEqual(100);
  expect((await historyOf(mixed, 'apps/deployments/bakery/web')).scenario).toEqual(wanted.scenario);
  const list = `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":[${lines.join(',\n')}]}`;
  expect((await historyOf(list, 'apps/deployments/bakery/web')).scenario).toEqual(wanted.scenario);
});

test('whatever stands in the bodies, nothing throws', async () => {
  const odd = [
    '"kind":"Certificate","apiVersion":"cert-manager.io/v1"',
    '"metadata":null',
    '"metadata":[1]',
    '"spec":"x"',
    '"__proto__":{"a":1},"managedFields":{"b":2}',
    '"managedFields":[{"manager":7,"time":1}]',
    '"uid":3,"resourceVersion":9',
    '"name":"","namespace":null',
  ];
  for (const [index, piece] of odd.entries()) {
    let seen = 0;
    const name = /"(?:kind|metadata|spec|name|managedFields|resourceVersion|uid)":(?:"[^"]*"|(?=[[{]))/g;
    // Of two members of one name the last one counts.
    const text = recordedLog.replace(name, (found) => {
      if (++seen % (index + 7) !== 0) return found;
      return found.endsWith(':') ? `${piece},${found}` : `${found},${piece}`;
    });
    const log = logOf(text);
    await histories(log, log.summary().objects);
  }
});

function logOf(text: string): LogReader {
  const log = readLog();
  for (let at = 0; at < text.length; at += 65_537) log.take(text.slice(at, at + 65_537));
  log.end();
  return log;
}

async function histories(
  log: LogReader,
  objects: readonly ObjectSummary[],
): Promise<readonly { readonly object: ObjectSummary; readonly history: ObjectHistory }[]> {
  const catalog = await loadCatalog();
  const found: { readonly object: ObjectSummary; readonly history: ObjectHistory }[] = [];
  for (const object of objects) {
    const question = { object: object.key, kubernetes: 'v1.36' } as const;
    found.push({ object, history: await loadOnNeed(() => playHistory(log, question, catalog)) });
  }
  return found;
}

async function historyOf(
  text: string,
  object: string,
  range: { readonly from?: number; readonly to?: number } = {},
): Promise<ObjectHistory> {
  const log = logOf(text);
  const catalog = await loadCatalog();
  const question = { object, kubernetes: 'v1.36', ...range } as const;
  return loadOnNeed(() => playHistory(log, question, catalog));
}

function differing({ rows }: ObjectHistory): readonly HistoryRow[] {
  return rows.filter(({ played }) => played?.kind === 'played' && played.comparison.rows.length > 0);
}

function comparedIn({ rows }: ObjectHistory): ReadonlySet<string> {
  return new Set(rows.flatMap(({ played }) => (played?.kind === 'played' ? [played.comparison.compared] : [])));
}
