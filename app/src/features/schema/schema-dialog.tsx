import type { KindName, KindView, SchemaFieldView, SchemaPath } from '@managed-fields/player';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useAnswer } from '../../core/engine/use-answer.ts';
import { Dialog } from '../../core/ui/dialog.tsx';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { SchemaFacts } from './field-facts.tsx';
import { fieldRows, foundRows, rowId } from './field-rows.ts';
import { FieldTree } from './field-tree.tsx';
import { KindPicker } from './kind-picker.tsx';
import { lookAt, lookAtPasted, useFirstKind, useSchemaDialog } from './open-schema.ts';
import './schema.css';
import { useFields } from './use-fields.ts';

/** The schema dialog: the fields of a kind, which of them are merged, and which are replaced whole. */
export function SchemaDialog() {
  const { of, path, pasted, wantsDefined } = useSchemaDialog();
  useFirstKind();
  const [pasting, setPasting] = useState(false);
  const { answer } = useAnswer({ kind: 'schema-kinds', ...(pasted === '' ? {} : { pasted }) });
  const kinds = answer?.kind === 'kinds' ? answer.kinds : [];
  const defined = answer?.kind === 'kinds' ? (answer.pasted[0] ?? kinds.find(isCustom)) : undefined;
  const project = kinds.find(({ apiVersion, kind }) => apiVersion === of?.apiVersion && kind === of.kind)?.project;
  useEffect(() => {
    if (wantsDefined && defined !== undefined) lookAt(defined);
  }, [wantsDefined, defined]);
  return (
    <Dialog title={laterWords.schema.lens} className="lens" onClose={closeDialog}>
      <div className="lens-bar">
        <KindPicker kinds={kinds} of={of} onPick={lookAt} />
        {project !== undefined && <span className="lens-soft">{laterWords.schema.byDefinition(project)}</span>}
        <span className="grow" />
        <button type="button" className="btn" aria-pressed={pasting} onClick={() => setPasting(!pasting)}>
          {laterWords.schema.pasteCrd}
        </button>
      </div>
      {pasting && <PasteForm start={pasted} onDone={() => setPasting(false)} />}
      {answer?.kind === 'refused' && (
        <div className="lens-refused" role="alert">
          <p>{laterWords.schema.refused}</p>
          <ul>
            {answer.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {of !== undefined && (
        <KindFields key={`${of.apiVersion} ${of.kind} ${pasted}`} of={of} start={path} pasted={pasted} />
      )}
    </Dialog>
  );
}

function isCustom({ origin }: KindView): boolean {
  return origin === 'custom';
}

interface KindFieldsProps {
  readonly of: KindName;
  readonly start: SchemaPath;
  readonly pasted: string;
}

function KindFields({ of, start, pasted }: KindFieldsProps) {
  const [query, setQuery] = useState('');
  const word = useDeferredValue(query.trim());
  const { loaded, opened, failure, open } = useFields(of, pasted, start);
  const search = useAnswer(
    word === '' ? undefined : { kind: 'schema-search', of, word, ...(pasted === '' ? {} : { pasted }) },
  );
  const found = search.answer?.kind === 'fields' ? search.answer : undefined;
  const flat = word !== '';
  const rows = useMemo(
    () => (flat ? foundRows(found?.fields ?? []) : fieldRows(loaded, opened)),
    [flat, found, loaded, opened],
  );
  const [current, setCurrent] = useState<string | undefined>(start.length === 0 ? undefined : rowId(start));
  const field: SchemaFieldView | undefined = rows.find((row) => row.id === current)?.field;
  if (failure !== undefined && failure.kind !== 'refused')
    return <p className="lens-empty">{laterWords.schema.unknownKind}</p>;
  return (
    <>
      <div className="lens-filter">
        <input
          type="search"
          aria-label={laterWords.schema.filter}
          placeholder={laterWords.schema.filterHint}
          value={query}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          onChange={({ target }) => setQuery(target.value)}
        />
        <span className="lens-soft" role="status">
          {found !== undefined && flat ? laterWords.schema.foundSentence({ count: found.fields.length }) : ''}
        </span>
      </div>
      <div className="lens-body">
        <div className="lens-fields">
          {rows.length > 0 ? (
            <FieldTree
              label={laterWords.schema.treeOf({ kind: of.kind })}
              rows={rows}
              current={current}
              onCurrent={({ path }) => setCurrent(rowId(path))}
              onOpen={open}
              flat={flat}
            />
          ) : (
            <p className="lens-empty">
              {flat && !search.asking ? laterWords.schema.noneFound : laterWords.schema.loading}
            </p>
          )}
          {found?.more === true && flat && <p className="lens-more">{laterWords.schema.moreFound}</p>}
        </div>
        <SchemaFacts field={field} />
      </div>
    </>
  );
}

interface PasteFormProps {
  readonly start: string;
  readonly onDone: () => void;
}

/** A form to paste a definition that is no step of the scenario. */
function PasteForm({ start, onDone }: PasteFormProps) {
  const [text, setText] = useState(start);
  const [none, setNone] = useState(false);
  const use = () => {
    const defines = text.trim() === '' || text.includes('CustomResourceDefinition');
    setNone(!defines);
    if (!defines) return;
    lookAtPasted(text.trim() === '' ? '' : text);
    onDone();
  };
  return (
    <div className="lens-paste">
      <textarea
        aria-label={laterWords.schema.pastedLabel}
        placeholder={laterWords.schema.pastedHint}
        value={text}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: somebody asked for it to paste into.
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <div className="lens-paste-bar">
        <span role="alert">{none ? laterWords.schema.noDefinition : ''}</span>
        <span className="grow" />
        <button type="button" className="btn btn-primary" onClick={use}>
          {text.trim() === '' ? laterWords.schema.backToKinds : laterWords.schema.useCrd}
        </button>
      </div>
    </div>
  );
}
