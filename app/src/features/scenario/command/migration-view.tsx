import { shellWord } from '@managed-fields/foreign-text';
import type { FieldValue, MigrationView, StuckFields } from '@managed-fields/player';
import type { Palette } from '@managed-fields/rendering';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Code } from '../../../core/ui/code.tsx';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import type { ResultViewProps } from '../shown.ts';

/** The command that drops an entry of managedFields. */
export function dropCommand({ object }: MigrationView, { drop }: StuckFields): string {
  const [kind = '', name = ''] = object.split(' ');
  const words = [kind.toLowerCase(), name].map(shellWord);
  return `kubectl patch ${words.join(' ')} --type=json -p ${shellWord(drop.trim())}`;
}

/**
 * The view of the migration from client-side to server-side apply: what is deleted, which fields stay and how to free
 * them, and the way back.
 */
export function MigrationsView({ command }: ResultViewProps) {
  const colours = usePalette();
  return (
    <div className="three-way">
      {command?.migrations.map((migration) => (
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
      <p>{laterWords.command.migrationSentence(migration)}</p>
      <section className="request-part" aria-label={laterWords.command.deletedFields}>
        <h3>{laterWords.command.deletedFields}</h3>
        {deleted.length === 0 ? (
          <p>{laterWords.command.nothingDeleted}</p>
        ) : (
          <Fields fields={deleted} className="field-deleted" />
        )}
      </section>
      {unowned.length > 0 && (
        <section className="request-part" aria-label={laterWords.command.unownedFields}>
          <h3>{laterWords.command.unownedFields}</h3>
          <Fields fields={unowned.map(({ path, before, value }) => ({ path, value: `${before} → ${value}` }))} />
        </section>
      )}
      <section className="request-part" aria-label={laterWords.command.stuckFields}>
        <h3>{laterWords.command.stuckFields}</h3>
        {stuck.length === 0 && <p>{laterWords.command.nothingStuck}</p>}
        {stuck.map((entry, index) => (
          <Stuck key={index} entry={entry} migration={migration} colours={colours} />
        ))}
      </section>
      <section className="request-part" aria-label={laterWords.command.wayBack}>
        <h3>{laterWords.command.wayBack}</h3>
        <p>{laterWords.command.wayBackSentence(migration)}</p>
      </section>
      <section className="request-part" aria-label={laterWords.command.handOver}>
        <h3>
          {laterWords.command.handOver} <span className="grow" />
          {patch !== undefined && <CopyButton text={patch} label={words.page.copy} />}
        </h3>
        {patch === undefined ? (
          <p>{laterWords.command.nothingHandedOver}</p>
        ) : (
          <Code label={laterWords.command.handOver} text={patch} annotated={undefined} overlay={undefined} />
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
        <MarkChip mark={colours.of(entry.manager)} />{' '}
        <b>
          <VisibleText text={entry.manager} />
        </b>{' '}
        <VisibleText text={words.field.ownerKind(entry)} />
      </p>
      <Fields fields={entry.fields} />
      <p>{laterWords.command.freeSentence(entry)}</p>
      <h3>
        {laterWords.command.dropEntry} <span className="grow" />
        <CopyButton text={command} label={words.page.copy} />
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
          <code>
            <PathText path={path} />
          </code>{' '}
          <code>
            <VisibleText text={value} />
          </code>
        </li>
      ))}
    </ul>
  );
}
