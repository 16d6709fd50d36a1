import { createElement, type ReactElement, useLayoutEffect, useRef } from 'react';
import { defineManagedFieldsView, type ManagedFieldsViewElement, viewName } from './element.ts';
import type { GivenObject, ObjectViewOptions } from './object-view.ts';

/** What `ManagedFieldsView` takes: the object, and how it is shown. */
export interface ManagedFieldsViewProps extends ObjectViewOptions {
  readonly object: GivenObject;
}

/**
 * An object with the owners of its fields, as a component of React 16.8 or later: `<managed-fields-view>` with the object as its
 * property. A server renders the empty element, which the browser fills.
 *
 * @example
 * ```js
 * import { ManagedFieldsView } from '@managed-fields/view/react';
 * import { createElement } from 'react';
 *
 * const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };
 * const owners = createElement(ManagedFieldsView, { object, theme: 'dark' });
 * console.log(owners.props.theme);
 * ```
 * ```text
 * dark
 * ```
 */
export function ManagedFieldsView({ object, theme = 'auto', label }: ManagedFieldsViewProps): ReactElement {
  const ref = useRef<ManagedFieldsViewElement>(null);
  useLayoutEffect(() => {
    defineManagedFieldsView();
    if (ref.current !== null) ref.current.object = object;
  }, [object]);
  return createElement(viewName, { ref, theme, ...(label === undefined ? {} : { label }) });
}
