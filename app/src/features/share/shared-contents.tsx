import { visibleText } from '@managed-fields/foreign-text';
import { foundText, type SecretFinding, type SecretKind, secretKinds } from '@managed-fields/redact';
import { useId, useState } from 'react';
import { useScenario } from '../../core/store/scenario-store.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { kindsOf, type SharedScenario, setPlain, usePlainValues } from './use-shared.ts';

/** How many findings of a group are listed. */
const mostListed = 50;

interface SharedContentsProps {
  readonly shared: SharedScenario;
  readonly kept: ReadonlySet<SecretKind>;
  readonly onKeep: (kind: SecretKind, keep: boolean) => void;
  /** Whether the scenario is shared although secrets could not be looked for. */
  readonly asIs: boolean;
  readonly onAsIs: (asIs: boolean) => void;
}

/**
 * Shows what the shared scenario contains: its size, and what looks secret, with a checkbox for each group that
 * replaces it.
 */
export function SharedContents({
  shared: { looking, inside, isExample },
  kept,
  onKeep,
  asIs,
  onAsIs,
}: SharedContentsProps) {
  const findings = inside?.findings ?? [];
  const groups = secretKinds.filter((kind) => findings.some((finding) => finding.kind === kind));
  const replaceable = kindsOf(findings);
  const plain = usePlainValues((state) => state.plain);
  const replaced = new Set(
    findings
      .filter(({ kind, left, value }) => left === undefined && !kept.has(kind) && !plain.includes(value))
      .map(({ value }) => value),
  );
  const stays = ({ value, left }: SecretFinding) => left !== undefined || !replaced.has(value);
  const shown = findings.filter(stays).length;
  return (
    <section className="share-inside" aria-label={laterWords.share.inside}>
      <h3>
        {laterWords.share.inside}
        {inside !== undefined && <small> {laterWords.share.sizeSentence(inside.documents, inside.bytes)}</small>}
      </h3>
      {isExample && <p className="share-note">{laterWords.share.exampleSentence}</p>}
      {looking === 'on' && (
        <p className="share-note" role="status">
          {laterWords.share.looking}
        </p>
      )}
      {looking === 'failed' && (
        <div className="share-warning">
          <p role="alert">{laterWords.share.lookFailed}</p>
          <label className="share-option">
            <input type="checkbox" checked={asIs} onChange={(event) => onAsIs(event.target.checked)} />
            {laterWords.share.asIs}
          </label>
        </div>
      )}
      {looking === 'done' && findings.length === 0 && <p className="share-note">{laterWords.share.noSecrets}</p>}
      {groups.map((kind) => (
        <Group
          key={kind}
          kind={kind}
          findings={findings.filter((finding) => finding.kind === kind)}
          canReplace={replaceable.includes(kind)}
          replaces={!kept.has(kind)}
          anyway={!findings.some((finding) => finding.kind === kind && stays(finding))}
          isReplaced={(finding) => !stays(finding)}
          onReplace={(replaces) => onKeep(kind, !replaces)}
        />
      ))}
      {groups.length > 0 && <p className="share-note">{laterWords.share.replaced}</p>}
      {shown > 0 && (
        <p className="share-warning" role="status">
          {laterWords.share.keptSentence({ count: shown })}
        </p>
      )}
    </section>
  );
}

interface GroupProps {
  readonly kind: SecretKind;
  readonly findings: readonly SecretFinding[];
  readonly canReplace: boolean;
  readonly replaces: boolean;
  /** All values of the group are replaced in any case, because of another group. */
  readonly anyway: boolean;
  readonly isReplaced: (finding: SecretFinding) => boolean;
  readonly onReplace: (replaces: boolean) => void;
}

function Group({ kind, findings, canReplace, replaces, anyway, isReplaced, onReplace }: GroupProps) {
  // What only looks random is asked about, so it is shown at once.
  const [open, setOpen] = useState(kind === 'random');
  const id = useId();
  return (
    <div className="share-group">
      <div className="share-group-head">
        <label>
          <input
            type="checkbox"
            checked={canReplace && replaces}
            disabled={!canReplace}
            onChange={(event) => onReplace(event.target.checked)}
          />
          {laterWords.share.kinds[kind]}
        </label>
        <button
          type="button"
          className="link"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={laterWords.share.whereSentence({ kind: laterWords.share.kinds[kind], count: findings.length })}
          onClick={() => setOpen(!open)}
        >
          {laterWords.share.placesSentence({ count: findings.length })}{' '}
          <span aria-hidden="true">{open ? '▾' : '▸'}</span>
        </button>
      </div>
      {kind === 'unchecked' && <p className="share-note">{laterWords.share.uncheckedNote}</p>}
      {kind === 'random' && <p className="share-note">{laterWords.share.randomNote}</p>}
      {!replaces && anyway && <p className="share-note">{laterWords.share.anyway}</p>}
      {open && (
        <ul id={id}>
          {findings.slice(0, mostListed).map((finding) => (
            <Finding
              key={keyOf(finding)}
              finding={finding}
              isReplaced={isReplaced(finding)}
              canLetGo={replaces && canReplace}
            />
          ))}
          {findings.length > mostListed && <li>{laterWords.share.more({ count: findings.length - mostListed })}</li>}
        </ul>
      )}
    </div>
  );
}

function keyOf({ stepId, part, file, path, from }: SecretFinding): string {
  return [stepId, part, file, path, from].join(' ');
}

interface FindingProps {
  readonly finding: SecretFinding;
  readonly isReplaced: boolean;
  readonly canLetGo: boolean;
}

/** A sensitive value: where it stands, what it is, why it is listed, and the button that shares it as it is. */
function Finding({ finding, isReplaced, canLetGo }: FindingProps) {
  const { kind, stepId, file, path, line, sign, remembered, left, value } = finding;
  const scenario = useScenario((state) => state.scenario);
  const isPlain = usePlainValues(({ plain }) => plain.includes(value));
  const place = scenario.steps.findIndex(({ id }) => id === stepId) + 1;
  const field = remembered ? path.slice(path.indexOf(' ') + 1) : path;
  const text = shortValue(foundText(scenario, finding));
  return (
    <li>
      {laterWords.share.placeSentence({ place: place === 0 ? undefined : place, line })}
      {file !== undefined && <code>{file}</code>}
      {field !== '' && <code>{field}</code>}
      <code className={isReplaced ? 'share-value share-value-replaced' : 'share-value'}>{text}</code>
      <span>
        {laterWords.share.signs[sign]}
        {remembered && `, ${laterWords.share.inAnnotation}`}
      </span>
      {left !== undefined && <span className="share-left">{laterWords.share.leftSentence}</span>}
      {left === undefined && kind !== 'secret' && (canLetGo || isPlain) && (
        <button type="button" className="link" aria-pressed={isPlain} onClick={() => setPlain(value, !isPlain)}>
          {isPlain ? laterWords.share.replaceIt : laterWords.share.letGo}
        </button>
      )}
    </li>
  );
}

/** The first characters of a value, and its length where it has more. */
function shortValue(text: string): string {
  const line = visibleText(text.trim().replace(/\s+/g, ' '));
  return line.length <= 40 ? line : `${line.slice(0, 24)}… (${text.length})`;
}
