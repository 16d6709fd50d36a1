import type { FieldValue, MigrationView, StuckFields } from '@managed-fields/scenario';
import { CodeView } from '../editor/code-view.tsx';
import type { Palette } from '../view/palette.ts';
import { dropCommand, freeSentence, migrationSentence, ownerKind, wayBackSentence } from '../view/sentences.ts';
import { words } from '../view/words.ts';
import { CopyButton } from './banners.tsx';
import { MarkChip } from './mark.tsx';

interface MigrationsViewProps {
  readonly migrations: readonly MigrationView[];
  readonly colours: Palette;
}

/** The way from client-side to server-side apply: what is deleted, what stays stuck and how to free it, and the way back. */
export function MigrationsView({ migrations, colours }: MigrationsViewProps) {
  return (
    <div className="three-way">
      {migrations.map((migration) => (
        <OneMigration key={migration.object} migration={migration} colours={colours} />
      ))}
    </div>
  );
}

interface OneMigrationProps {
  readonly migration: MigrationView;
  readonly colours: Palette;
}

function OneMigration({ migration, colours }: OneMigrationProps) {
  const { deleted, unowned, stuck, patch } = migration;
  return (
    <div className="migration">
      <p>{migrationSentence(migration)}</p>
      <section className="request-part" aria-label={words.deletedFields}>
        <h3>{words.deletedFields}</h3>
        {deleted.length === 0 ? <p>{words.nothingDeleted}</p> : <Fields fields={deleted} className="field-deleted" />}
      </section>
      {unowned.length > 0 && (
        <section className="request-part" aria-label={words.unownedFields}>
          <h3>{words.unownedFields}</h3>
          <Fields fields={unowned.map(({ path, before, value }) => ({ path, value: `${before} → ${value}` }))} />
        </section>
      )}
      <section className="request-part" aria-label={words.stuckFields}>
        <h3>{words.stuckFields}</h3>
        {stuck.length === 0 && <p>{words.nothingStuck}</p>}
        {stuck.map((entry, index) => (
          <Stuck key={index} entry={entry} migration={migration} colours={colours} />
        ))}
      </section>
      <section className="request-part" aria-label={words.wayBack}>
        <h3>{words.wayBack}</h3>
        <p>{wayBackSentence(migration)}</p>
      </section>
      <section className="request-part" aria-label={words.handOver}>
        <h3>
          {words.handOver} <span className="grow" />
          {patch !== undefined && <CopyButton text={patch} label={words.copy} />}
        </h3>
        {patch === undefined ? (
          <p>{words.nothingHandedOver}</p>
        ) : (
          <CodeView label={words.handOver} text={patch} annotated={undefined} overlay={undefined} />
        )}
      </section>
    </div>
  );
}

function Stuck({ entry, migration, colours }: OneMigrationProps & { readonly entry: StuckFields }) {
  const command = dropCommand(migration, entry);
  return (
    <>
      <p>
        <MarkChip mark={colours.of(entry.manager)} /> <b>{entry.manager}</b> {ownerKind(entry)}
      </p>
      <Fields fields={entry.fields} />
      <p>{freeSentence(entry)}</p>
      <h3>
        {words.dropEntry} <span className="grow" />
        <CopyButton text={command} label={words.copy} />
      </h3>
      <pre>{command}</pre>
    </>
  );
}

function Fields({ fields, className }: { readonly fields: readonly FieldValue[]; readonly className?: string }) {
  return (
    <ul className={className}>
      {fields.map(({ path, value }) => (
        <li key={path}>
          <code>{path}</code> <code>{value}</code>
        </li>
      ))}
    </ul>
  );
}
