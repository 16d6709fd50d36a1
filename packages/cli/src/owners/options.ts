import { defaultVersion, type KubernetesVersion, kubernetesVersions } from '@managed-fields/kubernetes-types';
import { hasColour } from '../colour.ts';
import type { Io } from '../io.ts';
import { oneOf, readOptions } from '../options.ts';
import type { TimeFormat } from './owner-cells.ts';

/** What the arguments of `owners` come to, or why they cannot be used. */
export type OwnersOptions =
  | { readonly kind: 'usage'; readonly message: string }
  | {
      readonly kind: 'options';
      readonly files: readonly string[];
      readonly output: 'text' | 'json';
      readonly time: TimeFormat;
      readonly colour: boolean;
      readonly kubernetes: KubernetesVersion;
    };

/** Reads the arguments of `owners`. */
export function ownersOptions(args: readonly string[], io: Io): OwnersOptions {
  const read = readOptions(args, {
    file: { type: 'string', short: 'f', multiple: true },
    output: { type: 'string', short: 'o' },
    time: { type: 'string' },
    color: { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return read;
  const { values, words } = read;
  const output = oneOf('--output', values.output, ['text', 'json']);
  if (output.kind === 'usage') return output;
  const time = oneOf('--time', values.time, ['relative', 'full', 'none']);
  if (time.kind === 'usage') return time;
  const color = oneOf('--color', values.color, ['auto', 'always', 'never']);
  if (color.kind === 'usage') return color;
  const kubernetes = oneOf('--kubernetes', values.kubernetes ?? defaultVersion, kubernetesVersions);
  if (kubernetes.kind === 'usage') return kubernetes;
  if (words.length > 0) return { kind: 'usage', message: `${words[0]} is no option: files are named by -f` };
  return {
    kind: 'options',
    files: values.file ?? [],
    output: output.value,
    time: time.value,
    colour: color.value === 'auto' ? hasColour(io) : color.value === 'always',
    kubernetes: kubernetes.value,
  };
}
