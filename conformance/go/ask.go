package main

import (
	"encoding/json"
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/util/csaupgrade"
	"k8s.io/kube-openapi/pkg/schemaconv"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// A question names one operation of the libraries and what it is given. Sets are texts of fieldsV1, values are JSON.
type question struct {
	Operation   string          `json:"operation"`
	A           string          `json:"a,omitempty"`
	B           string          `json:"b,omitempty"`
	Path        []string        `json:"path,omitempty"`
	Patterns    [][]string      `json:"patterns,omitempty"`
	Definitions json.RawMessage `json:"definitions,omitempty"`
	Type        string          `json:"type,omitempty"`
	Value       json.RawMessage `json:"value,omitempty"`
	Other       json.RawMessage `json:"other,omitempty"`
	Names       []string        `json:"names,omitempty"`
	Manager     string          `json:"manager,omitempty"`
	Subresource string          `json:"subresource,omitempty"`
}

// ask answers as lines; an error is one line that says so.
func (q *question) ask() (lines []string) {
	defer func() {
		if cause := recover(); cause != nil {
			lines = []string{fmt.Sprintf("panic: %v", cause)}
		}
	}()
	operation, known := operations[q.Operation]
	if !known {
		return []string{"no operation " + q.Operation}
	}
	lines, err := operation(q)
	if err != nil {
		return []string{"error: " + err.Error()}
	}
	return lines
}

var operations = map[string]func(*question) ([]string, error){
	"element":             element,
	"read":                onSet(func(q *question, a *fieldpath.Set) *fieldpath.Set { return a }),
	"leaves":              onSet(func(q *question, a *fieldpath.Set) *fieldpath.Set { return a.Leaves() }),
	"union":               onSets((*fieldpath.Set).Union),
	"intersection":        onSets((*fieldpath.Set).Intersection),
	"difference":          onSets((*fieldpath.Set).Difference),
	"recursiveDifference": onSets((*fieldpath.Set).RecursiveDifference),
	"exclude":             onSets(func(a, b *fieldpath.Set) *fieldpath.Set { return fieldpath.NewExcludeSetFilter(b).Filter(a) }),
	"include":             include,
	"has":                 has,
	"newSet":              newSet,
	"equals":              equals,
	"named":               named,
	"validate":            validate,
	"fields":              fields,
	"merge":               merge,
	"compare":             compare,
	"remove":              remove,
	"reconcile":           reconcile,
	"decode":              decode,
	"validateEntries":     validateEntries,
	"extract":             extract,
	"owners":              owners,
	"upgrade":             upgrade,
	"managersDifference":  managersDifference,
}

func readSet(text string) (*fieldpath.Set, error) {
	set := &fieldpath.Set{}
	return set, set.FromJSON(strings.NewReader(text))
}

func written(set *fieldpath.Set) ([]string, error) {
	text, err := set.ToJSON()
	return []string{string(text), set.String(), fmt.Sprint(set.Size())}, err
}

func onSet(answer func(*question, *fieldpath.Set) *fieldpath.Set) func(*question) ([]string, error) {
	return func(q *question) ([]string, error) {
		a, err := readSet(q.A)
		if err != nil {
			return nil, err
		}
		return written(answer(q, a))
	}
}

func onSets(answer func(a, b *fieldpath.Set) *fieldpath.Set) func(*question) ([]string, error) {
	return func(q *question) ([]string, error) {
		a, err := readSet(q.A)
		if err != nil {
			return nil, err
		}
		b, err := readSet(q.B)
		if err != nil {
			return nil, err
		}
		return written(answer(a, b))
	}
}

func element(q *question) ([]string, error) {
	read, err := fieldpath.DeserializePathElement(q.A)
	if err != nil {
		return nil, err
	}
	text, err := fieldpath.SerializePathElement(read)
	return []string{text, read.String()}, err
}

func readPath(keys []string) (fieldpath.Path, error) {
	path := fieldpath.Path{}
	for _, key := range keys {
		read, err := fieldpath.DeserializePathElement(key)
		if err != nil {
			return nil, err
		}
		path = append(path, read)
	}
	return path, nil
}

// has answers whether a path is a member, and what is below its first element.
func has(q *question) ([]string, error) {
	a, err := readSet(q.A)
	if err != nil {
		return nil, err
	}
	path, err := readPath(q.Path)
	if err != nil {
		return nil, err
	}
	lines := []string{fmt.Sprint(a.Has(path))}
	if len(path) > 0 {
		below, err := written(a.WithPrefix(path[0]))
		if err != nil {
			return nil, err
		}
		lines = append(lines, below...)
	}
	return lines, nil
}

func newSet(q *question) ([]string, error) {
	paths := make([]fieldpath.Path, len(q.Patterns))
	for i, keys := range q.Patterns {
		var err error
		if paths[i], err = readPath(keys); err != nil {
			return nil, err
		}
	}
	return written(fieldpath.NewSet(paths...))
}

func equals(q *question) ([]string, error) {
	a, err := readSet(q.A)
	if err != nil {
		return nil, err
	}
	b, err := readSet(q.B)
	if err != nil {
		return nil, err
	}
	return []string{fmt.Sprint(a.Equals(b)), fmt.Sprint(a.Empty())}, nil
}

func include(q *question) ([]string, error) {
	a, err := readSet(q.A)
	if err != nil {
		return nil, err
	}
	matchers := make([]*fieldpath.SetMatcher, len(q.Patterns))
	for i, keys := range q.Patterns {
		parts := make([]interface{}, len(keys))
		for j, key := range keys {
			if key == "*" {
				parts[j] = fieldpath.MatchAnyPathElement()
			} else if parts[j], err = fieldpath.DeserializePathElement(key); err != nil {
				return nil, err
			}
		}
		if matchers[i], err = fieldpath.PrefixMatcher(parts...); err != nil {
			return nil, err
		}
	}
	return written(fieldpath.NewIncludeMatcherFilter(matchers...).Filter(a))
}

var parsers = map[string]*typed.Parser{}

// parser keeps what it made of the latest definitions, which come many times in a row.
func (q *question) parser() (*typed.Parser, error) {
	if known, ok := parsers[string(q.Definitions)]; ok {
		return known, nil
	}
	schemas := map[string]*spec.Schema{}
	text := q.Definitions
	var name string
	if json.Unmarshal(text, &name) == nil {
		text = loaded[name]
	}
	if err := json.Unmarshal(text, &schemas); err != nil {
		return nil, err
	}
	converted, err := schemaconv.ToSchemaFromOpenAPI(schemas, false)
	if err != nil {
		return nil, err
	}
	made := &typed.Parser{Schema: schema.Schema{Types: converted.Types}}
	for key := range parsers {
		if key != `"builtin"` {
			delete(parsers, key)
		}
	}
	parsers[string(q.Definitions)] = made
	return made, nil
}

func (q *question) objectType() (typed.ParseableType, error) {
	if q.Type == "" {
		return typed.DeducedParseableType, nil
	}
	parser, err := q.parser()
	if err != nil {
		return typed.ParseableType{}, err
	}
	return parser.Type(q.Type), nil
}

func plain(text json.RawMessage) (made interface{}, err error) {
	if len(text) == 0 {
		return nil, nil
	}
	err = utiljson.Unmarshal(text, &made)
	return made, err
}

func (q *question) typed(text json.RawMessage, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	objectType, err := q.objectType()
	if err != nil {
		return nil, err
	}
	made, err := plain(text)
	if err != nil {
		return nil, err
	}
	return objectType.FromUnstructured(made, options...)
}

func printed(tv *typed.TypedValue) ([]string, error) {
	v := tv.AsValue()
	if v == nil {
		return []string{"null"}, nil
	}
	text, err := json.Marshal(v.Unstructured())
	return []string{string(text)}, err
}

func validate(q *question) ([]string, error) {
	_, strict := q.typed(q.Value)
	_, lax := q.typed(q.Value, typed.AllowDuplicates)
	return []string{words(strict), words(lax)}, nil
}

func fields(q *question) ([]string, error) {
	a, err := q.typed(q.Value, typed.AllowDuplicates)
	if err != nil {
		return nil, err
	}
	set, err := a.ToFieldSet()
	if err != nil {
		return nil, err
	}
	return written(set)
}

func (q *question) both() (a, b *typed.TypedValue, err error) {
	if a, err = q.typed(q.Value, typed.AllowDuplicates); err == nil {
		b, err = q.typed(q.Other, typed.AllowDuplicates)
	}
	return a, b, err
}

func merge(q *question) ([]string, error) {
	a, b, err := q.both()
	if err != nil {
		return nil, err
	}
	merged, err := a.Merge(b)
	if err != nil {
		return nil, err
	}
	return printed(merged)
}

func compare(q *question) ([]string, error) {
	a, b, err := q.both()
	if err != nil {
		return nil, err
	}
	compared, err := a.Compare(b)
	if err != nil {
		return nil, err
	}
	lines := []string{compared.String(), fmt.Sprint(compared.IsSame())}
	excluded, err := readSet(q.A)
	if err != nil {
		return nil, err
	}
	return append(lines, compared.FilterFields(fieldpath.NewExcludeSetFilter(excluded)).String()), nil
}

// remove answers what is left without some items, and what these items are, without and with their keys.
func remove(q *question) ([]string, error) {
	a, err := q.typed(q.Value, typed.AllowDuplicates)
	if err != nil {
		return nil, err
	}
	items, err := readSet(q.A)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, each := range []*typed.TypedValue{a.RemoveItems(items), a.ExtractItems(items), a.ExtractItems(items, typed.WithAppendKeyFields())} {
		line, err := printed(each)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line...)
	}
	return lines, nil
}

func reconcile(q *question) ([]string, error) {
	a, err := q.typed(q.Value, typed.AllowDuplicates)
	if err != nil {
		return nil, err
	}
	set, err := readSet(q.A)
	if err != nil {
		return nil, err
	}
	reconciled, err := typed.ReconcileFieldSetWithSchema(set, a)
	if err != nil {
		return nil, err
	}
	if reconciled == nil {
		reconciled = set
	}
	return written(reconciled)
}

func named(q *question) ([]string, error) {
	a, err := q.typed(q.Value, typed.AllowDuplicates)
	if err != nil {
		return nil, err
	}
	set, err := readSet(q.A)
	if err != nil {
		return nil, err
	}
	return written(set.EnsureNamedFieldsAreMembers(a.Schema(), a.TypeRef()))
}

func (q *question) object(text json.RawMessage) (*unstructured.Unstructured, error) {
	made := &unstructured.Unstructured{}
	return made, made.UnmarshalJSON(text)
}

// sorted writes a JSON text with its keys in order; nothing stays nothing.
func sorted(text []byte) string {
	var made interface{}
	if len(text) == 0 || utiljson.Unmarshal(text, &made) != nil {
		return string(text)
	}
	if ordered, err := json.Marshal(made); err == nil {
		return string(ordered)
	}
	return string(text)
}

func entryLines(entries []metav1.ManagedFieldsEntry) []string {
	var lines []string
	for _, entry := range entries {
		text, err := json.Marshal(entry)
		if err != nil {
			text = []byte(err.Error())
		}
		lines = append(lines, sorted(text))
	}
	return lines
}

func validateEntries(q *question) ([]string, error) {
	object, err := q.object(q.Value)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, each := range validation.ValidateManagedFields(object.GetManagedFields(), field.NewPath("metadata", "managedFields")) {
		lines = append(lines, each.Error())
	}
	return lines, nil
}

func extract(q *question) ([]string, error) {
	object, err := q.object(q.Value)
	if err != nil {
		return nil, err
	}
	objectType, err := q.objectType()
	if err != nil {
		return nil, err
	}
	extracted := &unstructured.Unstructured{}
	if err := managedfields.ExtractInto(object, objectType, q.Manager, extracted, q.Subresource); err != nil {
		return nil, err
	}
	text, err := json.Marshal(extracted.Object)
	return []string{string(text)}, err
}

func owners(q *question) ([]string, error) {
	object, err := q.object(q.Value)
	if err != nil {
		return nil, err
	}
	set, err := readSet(q.A)
	if err != nil {
		return nil, err
	}
	applied := csaupgrade.FindFieldsOwners(object.GetManagedFields(), metav1.ManagedFieldsOperationApply, set)
	updated := csaupgrade.FindFieldsOwners(object.GetManagedFields(), metav1.ManagedFieldsOperationUpdate, set)
	return append(entryLines(applied), entryLines(updated)...), nil
}

func upgrade(q *question) ([]string, error) {
	object, err := q.object(q.Value)
	if err != nil {
		return nil, err
	}
	names := sets.New(q.Names...)
	patch, err := csaupgrade.UpgradeManagedFieldsPatch(object, names, q.Manager, csaupgrade.Subresource(q.Subresource))
	if err != nil {
		return nil, err
	}
	if err := csaupgrade.UpgradeManagedFields(object, names, q.Manager, csaupgrade.Subresource(q.Subresource)); err != nil {
		return nil, err
	}
	return append([]string{sorted(patch)}, entryLines(object.GetManagedFields())...), nil
}

// managersOf reads entries into managers by their identifiers; what the server's own reader does is not exported.
func (q *question) managersOf(text json.RawMessage) (fieldpath.ManagedFields, error) {
	object, err := q.object(text)
	if err != nil {
		return nil, err
	}
	managers := fieldpath.ManagedFields{}
	for _, entry := range object.GetManagedFields() {
		set, err := readSet(string(entry.FieldsV1.GetRawBytes()))
		if err != nil {
			return nil, err
		}
		applied := entry.Operation == metav1.ManagedFieldsOperationApply
		version := fieldpath.APIVersion(entry.APIVersion)
		entry.FieldsType, entry.FieldsV1, entry.Time = "", nil, nil
		if applied {
			entry.APIVersion = ""
		}
		identifier, err := json.Marshal(entry)
		if err != nil {
			return nil, err
		}
		managers[string(identifier)] = fieldpath.NewVersionedSet(set, version, applied)
	}
	return managers, nil
}

func decode(q *question) ([]string, error) {
	managers, err := q.managersOf(q.Value)
	if err != nil {
		return nil, err
	}
	return managerLines(managers), nil
}

func managersDifference(q *question) ([]string, error) {
	a, err := q.managersOf(q.Value)
	if err != nil {
		return nil, err
	}
	b, err := q.managersOf(q.Other)
	if err != nil {
		return nil, err
	}
	return append(managerLines(a.Difference(b)), fmt.Sprint(a.Equals(b))), nil
}

// managerLines sorts by name; upstream prints a map as it comes.
func managerLines(managers fieldpath.ManagedFields) []string {
	var lines []string
	for _, name := range sets.List(sets.KeySet(managers)) {
		lines = append(lines, fieldpath.ManagedFields{name: managers[name]}.String())
	}
	return lines
}
