import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOf } from '../known/modules.ts';
import { importRules } from './import-rules.ts';
import { writeRuleCases } from './rule-cases.ts';

/**
 * `pnpm secrets:rules [RELEASE]` makes the rules of packages/redact anew from a release of gitleaks (needs Go, which
 * fetches it), and the forms of secrets that are made of them.
 */
const module = 'github.com/zricethezav/gitleaks/v8';
const release = process.argv[2] ?? 'v8.30.1';
const folder = folderOf({ project: 'gitleaks', module, version: release, paths: [] });
const rules = importRules(readFileSync(join(folder, 'config/gitleaks.toml'), 'utf8'));
const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
const target = fileURLToPath(new URL('../../packages/redact/src/data/gitleaks.json', import.meta.url));
writeFileSync(target, `${JSON.stringify({ project: 'gitleaks', release, module, rules }, null, 1)}\n`);
writeFileSync(
  new URL('./notice.json', import.meta.url),
  `${JSON.stringify({ project: 'gitleaks', licence }, null, 2)}\n`,
);
console.log(`${rules.length} rules of gitleaks ${release}`);
console.log(`${writeRuleCases(rules)} forms of secrets`);
