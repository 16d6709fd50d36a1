package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
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
	"toScale":             toScale,
	"fromScale":           fromScale,
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
