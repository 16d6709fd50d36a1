import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRuleCases } from '../../conformance/redact/rule-cases.ts';
import { needGo, readArguments } from '../arguments.ts';
import { folderOf } from '../known/modules.ts';
import { importRules } from './import-rules.ts';

const { words } = readArguments({
  name: 'pnpm secrets:rules',
  about: `Makes the rules of packages/redact anew from a release of gitleaks (needs Go, which fetches it), and the forms of secrets
that are made of them.`,
  words: { name: 'RELEASE', about: 'a release of gitleaks (v8.30.1)' },
});
needGo('pnpm secrets:rules');
const module = 'github.com/zricethezav/gitleaks/v8';
const release = words[0] ?? 'v8.30.1';
const folder = folderOf({ project: 'gitleaks', module, version: release, paths: [] });
const rules = importRules(readFileSync(join(folder, 'config/gitleaks.toml'), 'utf8'));
const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
const target = fileURLToPath(new URL('../../packages/redact/src/data/gitleaks.json', import.meta.url));
writeFileSync(target, `${JSON.stringify({ project: 'gitleaks', release, module, rules }, null, 1)}\n`);
writeFileSync(
  new URL('../../conformance/third-party/gitleaks.json', import.meta.url),
  `${JSON.stringify({ project: 'gitleaks', licence }, null, 2)}\n`,
);
console.log(`${rules.length} rules of gitleaks ${release}`);
console.log(`${writeRuleCases(rules)} forms of secrets`);
