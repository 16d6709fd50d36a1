import { type Form, objectForm, textForm } from './form.ts';

/** Names one object as a manifest does. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

const anyLine = textForm('at most 1000 characters', (text) => text.length <= 1000);

/** The form of the name of an object. */
export const objectNameForm: Form<ObjectName> = objectForm<ObjectName>(
  { apiVersion: anyLine, kind: anyLine, namespace: anyLine, name: anyLine },
  ['apiVersion', 'kind', 'name'],
);
