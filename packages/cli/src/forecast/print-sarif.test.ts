import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fakeIo } from '../fake-io.ts';
import { run } from './forecast.ts';

const read = (name: string) => readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8');

/** A forecast of the files of the tests as SARIF. */
async function sarif(...args: readonly string[]) {
  const io = fakeIo({ files: { 'deploy/a b.yaml': read('release.yaml'), 'live.yaml': read('live.yaml') } });
  const usual = [
    ...['--live', 'live.yaml', '--apply', 'deploy/a b.yaml', '--tool', 'none', '--manager', 'argocd-controller'],
    ...['-n', 'prod'],
  ];
  await run([...usual, '-o', 'sarif', ...args], io);
  return JSON.parse(io.out.join(''));
}

test('the shape is what the schema of SARIF 2.1.0 requires, and what code scanning takes', async () => {
  const log = await sarif('--force', '--client-side');
  // sarifLog: version and runs; run: tool; tool: driver; toolComponent: name.
  expect(log.version).toBe('2.1.0');
  expect(log.$schema).toMatch(/^https:\/\/.*sarif.*2\.1\.0.*\.json$/);
  expect(log.runs).toHaveLength(1);
  const [{ tool, results, columnKind }] = log.runs;
  expect(tool.driver.name).toBe('managed-fields');
  expect(['utf16CodeUnits', 'unicodeCodePoints']).toContain(columnKind);
  const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const rule of tool.driver.rules) {
    // reportingDescriptor: id; multiformatMessageString: text; levels are an enumeration.
    expect(Object.keys(rule).sort()).toEqual(['defaultConfiguration', 'help', 'id', 'shortDescription']);
    expect(rule.shortDescription.text).not.toBe('');
    expect(rule.help.text).not.toBe('');
    expect(['none', 'note', 'warning', 'error']).toContain(rule.defaultConfiguration.level);
  }
  expect(results.length).toBeGreaterThan(0);
  for (const result of results) {
    // result: message; ruleIndex is that of ruleId; a region counts lines and columns from 1.
    expect(result.message.text).not.toBe('');
    expect(ids[result.ruleIndex]).toBe(result.ruleId);
    expect(result.locations).toHaveLength(1);
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    expect(artifactLocation.uri).toBe('deploy/a%20b.yaml');
    for (const number of Object.values(region)) expect(Number.isInteger(number) && Number(number) >= 1).toBe(true);
    expect(region.endLine > region.startLine || region.endColumn > region.startColumn).toBe(true);
    expect(Object.values(result.partialFingerprints).every((each) => typeof each === 'string')).toBe(true);
  }
});

test('the ids of the rules never change', async () => {
  const log = await sarif();
  expect(log.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    'field-conflict',
    'apply-refused',
    'manifest-unreadable',
    'field-lost',
    'object-deleted',
    'field-taken',
    'field-kept-by-others',
    'field-without-owner',
    'object-collected',
  ]);
});

test('a conflict stands at the line of its field', async () => {
  const { results } = (await sarif()).runs[0];
  const found = results
    .filter(({ ruleId }: { ruleId: string }) => ruleId === 'field-conflict')
    .map(
      (result: {
        locations: readonly { physicalLocation: { region: { startLine: number } } }[];
        message: { text: string };
      }) => [result.locations[0]?.physicalLocation.region.startLine, result.message.text],
    );
  expect(found).toEqual([
    [
      8,
      'Deployment prod/web: .spec.replicas is owned by kube-controller-manager (Update, /scale): 7 in the cluster, 3 in the manifest',
    ],
    [
      16,
      'Deployment prod/web: .spec.template.spec.containers[name="web"].imagePullPolicy is owned by kubectl-edit (Update): Always in the cluster, IfNotPresent in the manifest',
    ],
    [23, expect.stringContaining('Secret prod/db: .data.token is owned by rotator (Update): redacted-')],
  ]);
});
