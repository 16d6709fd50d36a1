import { useState } from 'react';
import { words } from '../../language/language.ts';
import { HistoryList } from './history-list.tsx';
import { SchemaFacts } from './schema-facts.tsx';
import { WhatIf } from './what-if.tsx';

interface FieldSectionsProps {
  readonly stepId: string;
  readonly path: string;
}

/** What the engine is asked about a field: its schema, its history, and, on demand, what would happen. */
export function FieldSections({ stepId, path }: FieldSectionsProps) {
  const [supposing, setSupposing] = useState(false);
  return (
    <>
      <div className="field-columns">
        <details open>
          <summary>{words.field.history}</summary>
          <HistoryList stepId={stepId} path={path} />
        </details>
        <details open>
          <summary>{words.field.schema}</summary>
          <SchemaFacts stepId={stepId} path={path} />
        </details>
      </div>
      <details open={supposing} onToggle={({ currentTarget }) => setSupposing(currentTarget.open)}>
        <summary>{words.field.whatIf}</summary>
        {supposing && <WhatIf key={`${stepId} ${path}`} stepId={stepId} path={path} />}
      </details>
    </>
  );
}
