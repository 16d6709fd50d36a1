// What a server shows of objects as tables, and JSONPath as it reads it: for `kubectl get` and those who serve it.

export type { Found, Printed } from './jsonpath/find.ts';
export { type JsonPath, type JsonPathOptions, jsonPathOf, type ReadPath } from './jsonpath/find.ts';
export type { ListNode, PathNode, SliceBound } from './jsonpath/parse.ts';
export { type ParsedTemplate, parseTemplate, unicodeText } from './jsonpath/parse.ts';
export { unquoteInside } from './jsonpath/unquote.ts';
export type { TableContext } from './tables/column.ts';
export { type ColumnDefinition, labelsText, since } from './tables/column.ts';
export { humanDuration } from './tables/duration.ts';
export type { TableRequest } from './tables/table.ts';
export { kindsWithTables, labelsOf, type Table, type TableRow, tableOf } from './tables/table.ts';
