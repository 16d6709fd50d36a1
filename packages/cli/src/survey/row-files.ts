import { type Cell, type ColumnType, type SurveyTableName, surveyTables, type TableRow } from '@managed-fields/survey';
import type { Io, OutputFile } from '../io.ts';
import { rowSchemaOf } from '../json/row-schemas.ts';
import { schemaId } from '../json/schemas.ts';

/** Tables that are written into files while their rows come. */
export interface RowFiles {
  add(cluster: string, table: SurveyTableName, row: TableRow): void;
  /** Writes what is left, and the ends of the files. */
  finish(): void;
}

/** The most rows, of all tables and clusters, that wait until they are written. */
const mostWaiting = 50_000;

/**
 * Begins the tables of a survey in a folder: `parquet/TABLE/cluster=NAME/part-0.parquet` and `ndjson/TABLE/cluster=NAME/part-0.ndjson`,
 * as engines of SQL read partitions. The name of the cluster stands in the path alone. Each Parquet file names the schema of its rows
 * in the metadata of its footer.
 */
export async function rowFiles(
  folder: string,
  tables: readonly SurveyTableName[],
  io: Pick<Io, 'createFile'>,
): Promise<RowFiles> {
  const parquet = await import('hyparquet-writer');
  const clusters = new Map<string, Readonly<Partial<Record<SurveyTableName, Part>>>>();
  let waiting = 0;
  const all = () => [...clusters.values()].flatMap((parts) => Object.values(parts));
  const write = () => {
    for (const each of all()) each.write();
    waiting = 0;
  };
  const begin = (cluster: string, table: SurveyTableName): Part => {
    const at = (form: string) => `${folder}/${form}/${table}/cluster=${directoryName(cluster)}/part-0.${form}`;
    const writer = fileWriter(new parquet.ByteWriter(), io.createFile(at('parquet')));
    const lines = io.createFile(at('ndjson'));
    const kvMetadata = [{ key: 'managed-fields.schema', value: schemaId(rowSchemaOf[table]) }];
    const columns = surveyTables[table];
    return part(columns, lines, (schema) => new parquet.ParquetWriter({ writer, schema, kvMetadata }), parquet);
  };
  return {
    add: (cluster, table, row) => {
      // A table without rows is there all the same, for whoever asks it.
      const parts = clusters.get(cluster) ?? Object.fromEntries(tables.map((each) => [each, begin(cluster, each)]));
      clusters.set(cluster, parts);
      parts[table]?.rows.push(row);
      if (++waiting >= mostWaiting) write();
    },
    finish: () => {
      write();
      for (const each of all()) each.finish();
    },
  };
}

/** The rows of one table of one cluster. */
interface Part {
  readonly rows: TableRow[];
  write(): void;
  finish(): void;
}

type Parquet = typeof import('hyparquet-writer');
type ParquetWriter = InstanceType<Parquet['ParquetWriter']>;
type Schema = ConstructorParameters<Parquet['ParquetWriter']>[0]['schema'];

function part(
  types: Readonly<Record<string, ColumnType>>,
  lines: OutputFile,
  begin: (schema: Schema) => ParquetWriter,
  { schemaFromColumnData }: Parquet,
): Part {
  const rows: TableRow[] = [];
  const columnsOf = (some: readonly TableRow[]) =>
    Object.entries(types).map(([name, type]) => {
      const data: Exclude<Cell, undefined>[] | (Cell | null)[] = some.map((row) => row[name] ?? null);
      return { name, type, nullable: true, data };
    });
  const writer = begin(schemaFromColumnData({ columnData: columnsOf([]) }));
  const encoder = new TextEncoder();
  return {
    rows,
    write: () => {
      if (rows.length === 0) return;
      lines.write(encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
      writer.write({ columnData: columnsOf(rows), rowGroupSize: rows.length });
      rows.length = 0;
    },
    finish: () => writer.finish(),
  };
}

/** A writer of the library that hands on what it has to a file, so that no file stands in memory as a whole. */
function fileWriter(bytes: InstanceType<Parquet['ByteWriter']>, file: OutputFile) {
  const flush = () => {
    file.write(bytes.getBytes());
    bytes.index = 0;
  };
  return Object.assign(bytes, { flush, finish: flush });
}

/** A name as one folder, as engines of SQL read the value of a partition: what has a meaning in paths stands as its number. */
function directoryName(cluster: string): string {
  return encodeURIComponent(cluster.slice(0, 100).replace(/[\ud800-\udfff]/gu, '\ufffd')) || 'unnamed';
}

/**
 * The cluster that a file is of: the folder below the named one that it stands in, else its own name without endings. `prod` of
 * `dumps/prod/apps.yaml` where `dumps` was named, and of `prod.yaml.gz`.
 */
export function clusterOf(file: string, named: readonly string[]): string {
  const path = file.replaceAll('\\', '/');
  const folder = named
    .map((each) => `${each.replaceAll('\\', '/').replace(/\/+$/, '').replace(/^\.\//, '')}/`)
    .find((each) => path.replace(/^\.\//, '').startsWith(each));
  const below = folder === undefined ? '' : path.replace(/^\.\//, '').slice(folder.length);
  if (below.includes('/')) return below.slice(0, below.indexOf('/'));
  const base = path.slice(path.lastIndexOf('/') + 1);
  return base.replace(/\.gz$/i, '').replace(/\.(?:ya?ml|json)$/i, '');
}
