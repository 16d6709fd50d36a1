import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readArguments, stop } from '../arguments.ts';

/** The release of DuckDB that is asked; it is no dependency, because it weighs 70 MB and only this program needs it. */
const duckdb = '@duckdb/node-api@1.5.6-r.1';

const {
  values: { rows, write, modules },
} = readArguments({
  name: 'npx tsx tools/fleets/cli.ts',
  about: `Runs the questions of docs/fleets.md by DuckDB on the rows of two small dumps, and compares the answers with
tools/fleets/answers.json; ends with 1 where they differ. Fetches ${duckdb} from npm unless --modules has it.`,
  options: {
    rows: {
      type: 'string',
      value: 'FOLDER',
      about: 'where the rows are written, and stay, as tools/fleets/spark.py reads them',
    },
    modules: { type: 'string', value: 'FOLDER', about: 'a folder in which DuckDB is installed by npm already' },
    write: { type: 'boolean', about: 'writes the answers instead' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'fleets-'));

/** An answer: rows of cells, as texts. */
type Answer = readonly (readonly string[])[];

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJS(): readonly (readonly unknown[])[] }>;
}

try {
  const folder = rows ?? join(place, 'rows');
  writeRows(folder);
  const asked = readFileSync(join(root, 'docs/fleets.md'), 'utf8');
  const [setup = ''] = blocks(asked, 'sql setup');
  const connection = await connect();
  for (const statement of setup.split(';\n').filter((each) => each.trim() !== ''))
    await connection.run(statement.replaceAll("'rows/", `'${folder.replaceAll("'", "''")}/`));
  const answers: Record<string, Answer> = {};
  for (const sql of blocks(asked, 'sql')) {
    const read = await connection.runAndReadAll(sql);
    answers[sql] = read.getRowsJS().map((row) => row.map(String));
  }
  const file = join(root, 'tools/fleets/answers.json');
  if (write) writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
  const expected: Record<string, Answer> = JSON.parse(readFileSync(file, 'utf8'));
  const wrong = [...new Set([...Object.keys(expected), ...Object.keys(answers)])].filter(
    (sql) => JSON.stringify(expected[sql]) !== JSON.stringify(answers[sql]),
  );
  for (const sql of wrong)
    console.error(`${sql}\nanswers ${JSON.stringify(answers[sql])}\nnot ${JSON.stringify(expected[sql])}`);
  console.log(
    `${Object.keys(answers).length - wrong.length} of ${Object.keys(answers).length} questions are answered as expected.`,
  );
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Runs the program on the dumps that stand beside this one. */
function writeRows(folder: string): void {
  const dumps = join(root, 'tools/fleets/dumps');
  const args = ['survey', dumps, '--rows', folder, '--upgrade', 'v1.36', 'v1.37'];
  const ran = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'packages/cli/src/main.ts'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (ran.status === null || ran.status > 1) stop(`The survey failed: ${ran.stderr}`);
}

/** The blocks of code of a document that are marked so. */
function blocks(text: string, mark: string): readonly string[] {
  return [...text.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, code = '']) =>
    found === mark ? [code.trim()] : [],
  );
}

async function connect(): Promise<Connection> {
  const folder = modules ?? place;
  if (!existsSync(join(folder, 'node_modules/@duckdb/node-api')))
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, duckdb], {
      stdio: 'ignore',
    });
  const file = createRequire(join(folder, 'x.js')).resolve('@duckdb/node-api');
  const module: { default: { DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> } } } =
    await import(pathToFileURL(file).href);
  const instance = await module.default.DuckDBInstance.create(':memory:');
  return instance.connect();
}
