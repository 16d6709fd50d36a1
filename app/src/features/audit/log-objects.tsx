import type { LogSummary, ObjectSummary } from '@managed-fields/audit';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { CopyButton } from '../../core/ui/copy-button.tsx';
import { PickList } from '../../core/ui/pick-list.tsx';
import { useTyped } from '../../core/ui/typed-in-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { showHistory } from './audit-store.ts';

/** The audit policy that gives what a history needs, as the documentation has it. */
export const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
rules:
  # Leases and Events are written every few seconds.
  - level: None
    resources:
      - group: coordination.k8s.io
        resources: [leases]
      - group: ""
        resources: [events]
      - group: events.k8s.io
        resources: [events]
  # What is secret, and tokens, stay out of the log.
  - level: Metadata
    resources:
      - group: ""
        resources: [secrets, configmaps, serviceaccounts/token]
      - group: authentication.k8s.io
        resources: [tokenreviews]
  # Everything else that is written, with what was sent and answered.
  - level: RequestResponse
    omitManagedFields: false
    verbs: [create, update, patch, delete, deletecollection]
  - level: None
`;

/** The most objects that are drawn; a filter finds the others. */
const drawn = 200;

/** The objects that a log writes, to choose one, and what of the log could not be read. */
export function LogObjects({ summary, name }: { readonly summary: LogSummary; readonly name: string }) {
  const said = laterWords.audit;
  const [query, setQuery] = useTyped('objects');
  const { objects, events, lines } = summary;
  const found = objects.filter((object) => matches(object, query));
  const shown = found.slice(0, drawn);
  return (
    <div className="audit-read">
      <div className="audit-head">
        <p>
          {name !== '' && (
            <>
              <b>
                <VisibleText text={name} />
              </b>
              {' · '}
            </>
          )}
          {said.summary({ events, lines, objects: objects.length })}
        </p>
        <LogDetails summary={summary} />
        {events > 0 && objects.every(({ bodies }) => bodies === 'none') && objects.length > 0 && <PolicyNote isOpen />}
        {objects.length === 0 && <p role="status">{said.nothing}</p>}
      </div>
      {objects.length > 0 && (
        <PickList
          label={said.objects}
          placeholder={said.filter}
          query={query}
          onQuery={setQuery}
          groups={[
            {
              id: 'objects',
              heading: '',
              items: shown.map((object) => ({ id: object.key, content: <ObjectRow object={object} /> })),
            },
          ]}
          none={said.none}
          count={`${said.objects}: ${found.length}`}
          onPick={(key) => void showHistory(key)}
        >
          {found.length > drawn ? <p className="audit-note">{said.more({ count: found.length - drawn })}</p> : null}
        </PickList>
      )}
    </div>
  );
}

function matches({ key, writers }: ObjectSummary, query: string): boolean {
  const text = `${key} ${writers.join(' ')}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function ObjectRow({ object }: { readonly object: ObjectSummary }) {
  const said = laterWords.audit;
  const { resource, group, namespace, name, requests, dryRuns, refused, writers, otherWriters, first, last, bodies } =
    object;
  const missing = bodies === 'answers' ? undefined : said.bodies[bodies];
  return (
    <span className="audit-object">
      <span className="audit-object-name">
        <b>
          <VisibleText text={name} />
        </b>{' '}
        <VisibleText text={`${group === '' ? resource : `${resource}.${group}`}`} />
        {namespace !== '' && (
          <>
            {' · '}
            <VisibleText text={namespace} />
          </>
        )}
      </span>
      <span className="audit-object-facts">
        {said.requests({ count: requests, refused, dryRuns })}
        {missing !== undefined && <em> · {missing}</em>}
        {' · '}
        <VisibleText text={said.writers(writers, otherWriters)} />
        {' · '}
        <time>{first.slice(0, 19)}</time> – <time>{last.slice(11, 19)}</time>
      </span>
    </span>
  );
}

/** What of a log is not in the list, and why. */
function LogDetails({ summary }: { readonly summary: LogSummary }) {
  const said = laterWords.audit;
  const { reads, otherStages, repeated, others, problems } = summary;
  const unread = problems.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {unread > 0 && (
        <details className="audit-problem">
          <summary>{said.problems({ count: unread })}</summary>
          <ul>
            {problems.map(({ code, count, lines, found }) => (
              <li key={code}>
                {count} × {said.problem[code]} ({said.lines(lines, count)}){' '}
                <code>
                  <VisibleText text={found} />
                </code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="audit-note">
        {said.details({ reads, otherStages, repeated })}{' '}
        {others.length > 0 && (
          <VisibleText
            text={said.others({
              what: others
                .slice(0, 8)
                .map(({ what, count }) => `${what} ${count}`)
                .join(', '),
            })}
          />
        )}
      </p>
    </>
  );
}

/** What is missing in a log without bodies, and the policy that gives it. */
export function PolicyNote({ isOpen = false }: { readonly isOpen?: boolean }) {
  const said = laterWords.audit;
  return (
    <details className="audit-policy" open={isOpen}>
      <summary>{said.missing}</summary>
      <p>{said.missingAbout}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <pre tabIndex={0}>{auditPolicy}</pre>
      <CopyButton text={auditPolicy} label={said.copyPolicy} />
    </details>
  );
}
