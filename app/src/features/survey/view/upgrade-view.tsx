import { kubernetesVersions, minorVersionOf, newestVersion } from '@managed-fields/kubernetes-types';
import { objectName, type SurveyedObject, upgradeSentence } from '@managed-fields/survey';
import { upgrade as english } from '@managed-fields/words/messages/en/upgrade';
import { useEffect, useId, useRef, useState } from 'react';
import { MoreItems, VisibleText } from '../../../core/code-view/visible-text.tsx';
import type { UpgradeRow } from '../../../core/engine/protocol.ts';
import { useLanguage } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { previewNotes, versionName } from '../../../core/words/version-words.ts';
import { openRow } from '../state/open-row.ts';
import { useKeptScroll } from '../state/survey-look.ts';
import { upgradeOf, versionHere } from '../state/survey-store.ts';
import './upgrade.css';

/** How many objects are listed, and how many changes of each. */
const [mostListed, mostChanges] = [200, 20];

type Version = (typeof kubernetesVersions)[number];

/** What an upgrade from one version of Kubernetes to another changes for the objects that the filter shows. */
export function UpgradeView({ objects }: { readonly objects: readonly SurveyedObject[] }) {
  const said = useLanguage(({ messages }) => messages?.upgrade ?? english);
  const [from, setFrom] = useState<Version>(() => minorVersionOf(versionHere()));
  const [to, setTo] = useState<Version>(newestVersion);
  const [rows, setRows] = useState<readonly UpgradeRow[]>([]);
  const [done, setDone] = useState(0);
  const box = useRef<HTMLElement>(null);
  useKeptScroll(box, 'upgrade');
  useEffect(() => {
    let wanted = true;
    setRows([]);
    setDone(0);
    void upgradeOf({ from, to, objects: objects.map(({ index }) => index) }, (news) => {
      if (!wanted) return;
      setRows((before) => [...before, ...news.rows]);
      setDone(news.done);
    });
    return () => {
      wanted = false;
    };
  }, [from, to, objects]);
  const byIndex = new Map(objects.map((object) => [object.index, object]));
  const count = said.objects({ count: objects.length });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of keys.
    <section ref={box} className="survey-scroll upgrade" aria-label={laterWords.survey.views.upgrade} tabIndex={0}>
      <div className="upgrade-head">
        <VersionChoice label={said.from} version={from} onChoose={setFrom} />
        <VersionChoice label={said.to} version={to} onChoose={setTo} />
        <p role="status">
          {done < objects.length
            ? said.comparing({ done, objects: count })
            : said.summary({ changed: rows.length, objects: count })}
        </p>
      </div>
      <p className="survey-soft">
        {said.note} {previewNotes([from, to])}
      </p>
      <ul className="upgrade-list" aria-label={said.title({ from, to })}>
        {rows.slice(0, mostListed).map(({ index, changes }) => {
          const object = byIndex.get(index);
          if (object === undefined) return null;
          return (
            <li key={index}>
              <button type="button" className="link" onClick={() => void openRow(index)}>
                <VisibleText text={objectName(object)} />
              </button>
              <ul>
                {changes.slice(0, mostChanges).map((change) => {
                  const sentence = upgradeSentence(change, { from, to }, said);
                  return (
                    <li key={sentence}>
                      <VisibleText text={sentence} />
                    </li>
                  );
                })}
              </ul>
              <MoreItems count={changes.length - mostChanges} />
            </li>
          );
        })}
      </ul>
      <MoreItems count={rows.length - mostListed} />
    </section>
  );
}

interface VersionChoiceProps {
  readonly label: string;
  readonly version: Version;
  readonly onChoose: (version: Version) => void;
}

function VersionChoice({ label, version, onChoose }: VersionChoiceProps) {
  const id = useId();
  return (
    <span className="upgrade-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={version} onChange={({ target }) => onChoose(target.value as Version)}>
        {kubernetesVersions.map((each) => (
          <option key={each} value={each}>
            {versionName(each)}
          </option>
        ))}
      </select>
    </span>
  );
}
