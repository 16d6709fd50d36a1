import { cutAt, pathTrees, spelled, type Tree } from '@managed-fields/rendering';
import { createElement, Fragment, type ReactNode } from 'react';
import { words } from '../words/language.ts';

/** Longer texts are cut, in UTF-16 code units: names, messages and values are read at a glance. */
const longest = 10_000;

/**
 * What somebody wrote, with the numbers of characters that draw nothing or turn around what stands beside them, so that
 * no name looks like another one and no value hides a part. What is too long to be drawn is cut, and how much is said.
 */
export function VisibleText({ text }: { readonly text: string }) {
  return visible(text);
}

function visible(text: string): ReactNode {
  const end = cutAt(text, 0, text.length, longest);
  const drawn = all(spelled(text.slice(0, end)).map((part) => (typeof part === 'string' ? part : nodeOf(part))));
  if (end === text.length) return drawn;
  return (
    <>
      {drawn}
      <LeftOut count={text.length - end} />
    </>
  );
}

/** Trees of `rendering` in React, their texts made visible. */
export function Trees({ trees }: { readonly trees: readonly Tree[] }) {
  return all(trees.map(nodeOf));
}

function all(nodes: readonly ReactNode[]): ReactNode {
  return nodes.length === 1 ? nodes[0] : createElement(Fragment, undefined, ...nodes);
}

function nodeOf(tree: Tree): ReactNode {
  if (typeof tree === 'string') return visible(tree);
  const { class: className, ...attributes } = tree.attributes;
  const style = tree.style;
  return createElement(tree.tag, { ...attributes, className, style }, ...tree.children.map(nodeOf));
}

/** How many characters of a text were too many to be drawn. */
export function LeftOut({ count }: { readonly count: number }) {
  return <span className="mf-left-out"> {words.leftOut.characters({ count })}</span>;
}

/** How many items of a list were too many to be drawn; nothing where there are none. */
export function MoreItems({ count }: { readonly count: number }) {
  return count > 0 ? <span className="mf-left-out">{words.leftOut.items({ count })}</span> : null;
}

/**
 * Draws the path of a field, or a text that begins with one. It is never shortened: where it is longer than its place it
 * breaks, between its elements if it can.
 */
export function PathText({ path }: { readonly path: string }) {
  return <Trees trees={pathTrees(path)} />;
}
