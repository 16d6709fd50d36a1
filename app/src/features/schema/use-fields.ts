import type { KindName, SchemaAnswer, SchemaPath } from '@managed-fields/player';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { askEngine } from '../../core/engine/drive.ts';
import { useScenario } from '../../core/store/scenario-store.ts';
import { idsAbove, type LoadedFields, rowId } from './field-rows.ts';

/** The fields of a kind that were fetched so far. */
export interface Fields {
  readonly loaded: LoadedFields;
  readonly opened: ReadonlySet<string>;
  /** Why there are no fields; undefined where there are. */
  readonly failure: Exclude<SchemaAnswer, { readonly kind: 'fields' }> | undefined;
  readonly open: (path: SchemaPath, open: boolean) => void;
}

interface Known {
  readonly about: string;
  readonly loaded: LoadedFields;
  readonly opened: ReadonlySet<string>;
  readonly failure: Fields['failure'];
}

/** Fetches the fields of a kind level by level, as they are opened; at first down to the field of the path. */
export function useFields(of: KindName | undefined, pasted: string, start: SchemaPath): Fields {
  const scenario = useScenario((state) => state.scenario);
  const about = JSON.stringify([of, pasted, start]);
  const first = useMemo(() => new Set(idsAbove(start)), [start]);
  const [known, setKnown] = useState<Known>({ about: '', loaded: new Map(), opened: new Set(), failure: undefined });
  const current = known.about === about ? known : { about, loaded: new Map(), opened: first, failure: undefined };
  const { loaded, opened, failure } = current;
  const missing = [rowId([]), ...opened].filter((id) => !loaded.has(id)).join('\n');
  useEffect(() => {
    if (of === undefined || failure !== undefined || missing === '') return;
    const takeBacks = missing.split('\n').map((id) => {
      const path: SchemaPath = JSON.parse(id);
      return askEngine<'schema-tree'>(
        scenario,
        { kind: 'schema-tree', of, path, ...(pasted === '' ? {} : { pasted }) },
        (ended) => {
          const answer = ended.kind === 'answered' ? ended.answer : undefined;
          setKnown((before) => {
            const base =
              before.about === about ? before : { about, loaded: new Map(), opened: first, failure: undefined };
            if (answer?.kind === 'fields') return { ...base, loaded: new Map(base.loaded).set(id, answer.fields) };
            return path.length === 0 && answer !== undefined ? { ...base, failure: answer } : base;
          });
        },
      );
    });
    return () => {
      for (const takeBack of takeBacks) takeBack();
    };
  }, [about, missing, scenario, failure]);
  const open = useCallback(
    (path: SchemaPath, isOpen: boolean) => {
      setKnown((before) => {
        const base = before.about === about ? before : { about, loaded: new Map(), opened: first, failure: undefined };
        const next = new Set(base.opened);
        if (isOpen) next.add(rowId(path));
        else next.delete(rowId(path));
        return { ...base, opened: next };
      });
    },
    [about, first],
  );
  return { loaded, opened, failure, open };
}
