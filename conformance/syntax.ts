import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A part of a program as the parser gives it. */
export type Node = Readonly<Record<string, unknown>>;

/** Whether something is a part of a program, or a list of them. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** Shows every part of a program, each before what is inside it. */
export function visit(node: unknown, see: (node: Node) => void): void {
  if (!isNode(node)) return;
  if (Array.isArray(node)) {
    for (const child of node) visit(child, see);
    return;
  }
  see(node);
  for (const child of Object.values(node)) visit(child, see);
}

/** The program in a file. */
export function programOf(file: string): unknown {
  return parseSync(file, readFileSync(file, 'utf8')).program;
}
