import { answeredOtherwise } from 'virtual:example-notes';
import type { Scenario, Step } from '@managed-fields/scenario';
import { encodeExample } from '@managed-fields/share-link';
import { useEffect, useRef, useState } from 'react';
import type { ExampleInfo } from '../../core/store/example-list.ts';
import { loadExample } from '../../core/store/examples.ts';
import { useSharedFolder } from '../../core/store/public-address.ts';
import { CopyButton } from '../../core/ui/copy-button.tsx';
import { Icon } from '../../core/ui/signs.tsx';
import { words } from '../../core/words/language.ts';
import { startFrom, walkThrough } from './open-example.ts';

interface ExampleCardProps {
  readonly example: ExampleInfo;
  /** Goes back to the list, where the card covers it. */
  readonly onBack?: () => void;
}

/** The card of one example: what it shows, its steps, and the links to it and to each step. */
export function ExampleCard({ example: { name, title, about }, onBack }: ExampleCardProps) {
  const [scenario, setScenario] = useState<Scenario>();
  const first = useRef<HTMLButtonElement>(null);
  const covers = onBack !== undefined;
  const folder = useSharedFolder();
  const otherwise = answeredOtherwise[name] ?? [];
  useEffect(() => {
    if (covers) first.current?.focus();
  }, [covers]);
  useEffect(() => {
    let wanted = true;
    // The user may only be passing with the arrow keys, and does not want every example.
    const timer = setTimeout(async () => {
      const loaded = await loadExample(name);
      if (wanted && loaded.kind === 'loaded') setScenario(loaded.scenario);
    }, 120);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [name]);
  return (
    <section className="example-card" aria-label={words.gallery.chosen}>
      {onBack !== undefined && (
        <button type="button" className="btn btn-small example-back" onClick={onBack}>
          <Icon name="back" /> {words.gallery.backToList}
        </button>
      )}
      <h3>{title === '' ? name : title}</h3>
      <p className="example-about">{about}</p>
      {otherwise.length > 0 && <p className="example-versions">{words.gallery.answeredOtherwise(otherwise)}</p>}
      <div className="example-actions">
        <button ref={first} type="button" className="btn btn-primary" onClick={() => void walkThrough(name)}>
          {words.gallery.stepThrough}
        </button>
        <button type="button" className="btn" onClick={() => void startFrom(name)}>
          {words.gallery.startFrom}
        </button>
      </div>
      <ol className="example-steps">
        {scenario?.steps.map((step, index) => (
          <li key={step.id}>
            <button type="button" className="example-step" onClick={() => void walkThrough(name, String(index + 1))}>
              <b>{stepTitle(step)}</b>
              {step.note !== undefined && <span>{step.note}</span>}
            </button>
            {folder !== undefined && (
              <CopyLink
                url={folder + exampleLink(name, index + 1)}
                label={words.gallery.copyLinkTo({ place: index + 1 })}
              />
            )}
          </li>
        ))}
      </ol>
      <p className="example-link">
        <code>{(folder ?? '') + exampleLink(name)}</code>
        {folder !== undefined && <CopyButton text={folder + exampleLink(name)} label={words.gallery.copyLink} />}
      </p>
    </section>
  );
}

/** Names a step: `Server-side apply · pipeline`, or its command. */
function stepTitle(step: Step): string {
  if (step.kind === 'kubectl' && step.text.trim() !== '') return step.text.trim();
  return [words.steps.kindNames[step.kind], 'manager' in step && step.manager].filter(Boolean).join(' · ');
}

function CopyLink({ url, label }: { readonly url: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      setCopied(false);
    }
  };
  return (
    <button type="button" className="btn btn-small btn-icon" aria-label={label} title={label} onClick={copy}>
      {copied ? <span aria-hidden="true">✓</span> : <Icon name="link" />}
    </button>
  );
}

/** Returns what an example is called behind the address of the page, at one of its steps (from 1) or at its beginning. */
function exampleLink(name: string, place?: number): string {
  return `#${encodeExample(name, place === undefined ? undefined : String(place))}`;
}
