package main

import (
	"encoding/json"
	"fmt"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/kube-openapi/pkg/schemaconv"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

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
