package main

import (
	"encoding/json"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/util/csaupgrade"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

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

// scaleHandler is of an object whose versions keep their replicas where the patterns say: the version, and the names of fields.
func (q *question) scaleHandler() (*managedfields.ScaleHandler, error) {
	object, err := q.object(q.Value)
	if err != nil {
		return nil, err
	}
	paths := managedfields.ResourcePathMappings{}
	for _, pattern := range q.Patterns {
		var path fieldpath.Path
		for _, name := range pattern[1:] {
			path = append(path, fieldpath.PathElement{FieldName: &name})
		}
		paths[pattern[0]] = path
	}
	version := schema.GroupVersion{}
	if len(q.Names) > 0 {
		if version, err = schema.ParseGroupVersion(q.Names[0]); err != nil {
			return nil, err
		}
	}
	return managedfields.NewScaleHandler(object.GetManagedFields(), version, paths), nil
}

func toScale(q *question) ([]string, error) {
	handler, err := q.scaleHandler()
	if err != nil {
		return nil, err
	}
	entries, err := handler.ToSubresource()
	return entryLines(entries), err
}

func fromScale(q *question) ([]string, error) {
	handler, err := q.scaleHandler()
	if err != nil {
		return nil, err
	}
	scale, err := q.object(q.Other)
	if err != nil {
		return nil, err
	}
	entries, err := handler.ToParent(scale.GetManagedFields())
	lines := entryLines(entries)
	slices.Sort(lines)
	return lines, err
}

// managersOf reads entries into managers by their identifiers; what the server's own reader does is not exported.
func (q *question) managersOf(text json.RawMessage) (fieldpath.ManagedFields, error) {
	object, err := q.object(text)
	if err != nil {
		return nil, err
	}
	managers := fieldpath.ManagedFields{}
	for _, entry := range object.GetManagedFields() {
		var fields []byte
		if entry.FieldsV1 != nil {
			if fields, err = entry.FieldsV1.MarshalJSON(); err != nil {
				return nil, err
			}
		}
		set, err := readSet(string(fields))
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
