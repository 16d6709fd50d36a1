import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chance, chanceFrom } from '../../conformance/chance.ts';
import { readArguments } from '../arguments.ts';
import { type MadeKind, madeKinds } from './made-kinds.ts';
import { ObjectSteps } from './made-steps.ts';

const { values } = readArguments({
  name: 'npx tsx tools/forecast/cli.ts',
  about: `Writes releases to record: for each kind a trace file without answers, in which an object is made by a release, changed by
others, and released again; three times each, server-side, server-side with force, and client-side by kubectl.
"pnpm record --server URL --out conformance/forecast/recorded FOLDER" plays them on a real server.`,
  options: {
    out: { type: 'string', value: 'FOLDER', default: 'made', about: 'where the files are written' },
    situations: { type: 'number', value: 'N', default: 6, about: 'how many situations a kind has' },
    seed: { type: 'number', value: 'S', default: 17, about: 'another makes other situations' },
  },
});

mkdirSync(values.out, { recursive: true });
for (const [index, kind] of madeKinds.entries()) {
  const name = `release-${kind.kind.toLowerCase()}`;
  const chance = chanceFrom(values.seed * 1009 + index);
  const steps = Array.from({ length: values.situations }, (_, at) => situation(kind, at, name, chance)).flat();
  const head = {
    name,
    about: `Releases of a ${kind.kind}, server-side and client-side`,
    kubernetes: '',
    tags: ['release'],
  };
  const lines = steps.map((step) => JSON.stringify(step)).join(',\n');
  writeFileSync(join(values.out, `${name}.json`), `${JSON.stringify(head).slice(0, -1)},"steps":[\n${lines}\n]}\n`);
}

/** The steps of one situation, once for each way of applying. */
function situation(kind: MadeKind, at: number, trace: string, chance: Chance): readonly object[] {
  const writes = kind.others.filter(() => chance.once(2));
  const first = chance.pick(['same', 'same', 'helm', 'absent'] as const);
  const edits = kind.edits.filter(() => chance.once(3));
  // The first situation is a release that changes nothing.
  const release =
    at === 0
      ? []
      : at % 5 === 4
        ? [...edits, ...kind.wrong.filter((_, which) => which === at % kind.wrong.length)]
        : edits;
  return (['ssa', 'force', 'csa'] as const).flatMap((way) => {
    const object = new ObjectSteps(kind, `w${at}-${way}`, trace);
    return [
      ...(at > 0 && first === 'absent'
        ? []
        : [at > 0 && first === 'helm' ? object.create('helm') : object.apply(way, [])]),
      ...(at > 0 && first === 'absent' ? [] : writes.map((write) => object.write(write))),
      object.apply(way, release),
    ];
  });
}
