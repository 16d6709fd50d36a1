import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { published, root } from '../../conformance/packages/published.ts';
import { apiReports, notExported } from '../../conformance/packages/reports.ts';
import { stagePackages } from '../../conformance/packages/stage.ts';
import { readArguments } from '../arguments.ts';

readArguments({
  name: 'pnpm api',
  about: `Writes what the entry points of the published packages export to packages/NAME/api, a file an entry point, and with
their comments to docs/reference. Ends with 1 where they speak of a name that nobody exports.`,
});
const place = mkdtempSync(join(tmpdir(), 'packages-'));
try {
  await stagePackages((folder) => join(place, folder));
  rmSync(`${root}docs/reference`, { recursive: true, force: true });
  for (const each of published) {
    rmSync(`${root}packages/${each.folder}/api`, { recursive: true, force: true });
    for (const report of apiReports(each, join(place, each.folder))) {
      mkdirSync(dirname(`${root}${report.file}`), { recursive: true });
      writeFileSync(`${root}${report.file}`, report.text);
      console.log(report.file);
      for (const complaint of notExported(report)) {
        console.error(complaint);
        process.exitCode = 1;
      }
    }
  }
} finally {
  rmSync(place, { recursive: true });
}
