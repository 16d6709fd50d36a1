import { palette } from '@managed-fields/rendering';
import {
  findingsByRule,
  type RuleFindings,
  repairOfRule,
  ruleOf,
  type Severity,
  type SurveyedObject,
} from '@managed-fields/survey';
import { useMemo, useRef, useState } from 'react';
import { openExample } from '../../../core/store/address.ts';
import { examples } from '../../../core/store/example-list.ts';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { switchRule } from '../state/chosen-rules.ts';
import { filterBy, look, useKeptScroll, useSurveyLook } from '../state/survey-look.ts';
import { useSurvey } from '../state/survey-store.ts';
import { FindingRow } from './finding-row.tsx';
import { findingWords } from './finding-words.ts';
import { RuleChoice } from './rule-choice.tsx';
import './findings.css';

const Repairs = lazyPane(async () => (await import('./repairs-dialog.tsx')).RepairsDialog, { whenIdle: false });

/** How many objects of a rule are listed at first, and how many more each time. */
const manyListed = 50;

/** What the rules found in the objects that the filter shows, a section for each rule. */
export function FindingsView({ objects }: { readonly objects: readonly SurveyedObject[] }) {
  const byRule = useMemo(() => graveFirst(findingsByRule(objects)), [objects]);
  const open = useSurveyLook((state) => state.openRules);
  const box = useRef<HTMLElement>(null);
  useKeptScroll(box, 'findings');
  const toggle = (rule: string) => {
    const next = new Set(open);
    if (!next.delete(rule)) next.add(rule);
    look({ openRules: next });
  };
  return (
    <section
      ref={box}
      className="survey-scroll survey-findings"
      aria-label={laterWords.survey.views.findings}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of keys.
      tabIndex={0}
    >
      {byRule.length === 0 && <p className="survey-note">{laterWords.survey.noFindings}</p>}
      {byRule.map((each) => (
        <RuleSection key={each.rule} {...each} open={open.has(each.rule)} onToggle={() => toggle(each.rule)} />
      ))}
      <RuleChoice />
    </section>
  );
}

const severities: readonly Severity[] = ['error', 'warning', 'note'];

/** The graver ones first; equal ones stay in their order, by how much was found. */
function graveFirst(found: readonly RuleFindings[]): readonly RuleFindings[] {
  const rank = ({ rule }: RuleFindings) => severities.indexOf(ruleOf(rule).severity);
  return [...found].sort((a, b) => rank(a) - rank(b));
}

interface RuleSectionProps extends RuleFindings {
  readonly open: boolean;
  readonly onToggle: () => void;
}

function RuleSection({ rule, found, open, onToggle }: RuleSectionProps) {
  const { severities, rule: wordsOf } = findingWords();
  const { severity } = ruleOf(rule);
  const count = new Set(found.map(({ object }) => object.index)).size;
  return (
    <section className="finding-rule">
      <h3>
        <button type="button" className="finding-head" aria-expanded={open} onClick={onToggle}>
          <span className="tree-arrow" aria-hidden="true">
            {open ? '▾' : '▸'}
          </span>
          <span className={`finding-severity finding-${severity}`}>{severities[severity]}</span>
          <span className="finding-title">{wordsOf(rule).title}</span>
          <span className="finding-count">{laterWords.survey.objects({ count })}</span>
        </button>
      </h3>
      {open && <RuleBody rule={rule} found={found} />}
    </section>
  );
}

function RuleBody({ rule, found }: RuleFindings) {
  const [listed, setListed] = useState(manyListed);
  const [repairing, setRepairing] = useState(false);
  const colours = useSurvey((state) => state.colours);
  const marks = useMemo(() => palette(colours), [colours]);
  const { why, todo } = findingWords().rule(rule);
  const { example } = ruleOf(rule);
  const title = examples.find(({ name }) => name === example)?.title;
  const { survey } = laterWords;
  return (
    <div className="finding-body">
      <dl className="finding-facts">
        <dt>{survey.why}</dt>
        <dd>{why}</dd>
        <dt>{survey.todo}</dt>
        <dd>{todo}</dd>
      </dl>
      <p className="finding-acts">
        {repairOfRule[rule] !== undefined && (
          <button type="button" className="btn btn-small" onClick={() => setRepairing(true)}>
            {survey.repairAll}
          </button>
        )}
        <button type="button" className="btn btn-small" onClick={() => filterBy(`finding:${rule}`)}>
          {survey.showInTable}
        </button>
        <button type="button" className="btn btn-small" onClick={() => void openExample(example)}>
          {title === undefined ? survey.example : survey.exampleNamed({ title })}
        </button>
        <button type="button" className="btn btn-small" onClick={() => switchRule(rule, false)}>
          {survey.switchOff}
        </button>
        <code className="survey-soft">{rule}</code>
      </p>
      <ul className="finding-list">
        {found.slice(0, listed).map(({ finding, object }, index) => (
          <FindingRow key={`${object.index} ${index}`} finding={finding} object={object} marks={marks} />
        ))}
      </ul>
      {repairing && <Repairs rule={rule} found={found} onClose={() => setRepairing(false)} />}
      {found.length > listed && (
        <button type="button" className="btn btn-small" onClick={() => setListed(listed + 4 * manyListed)}>
          {survey.moreFindings({ count: found.length - listed })}
        </button>
      )}
    </div>
  );
}
