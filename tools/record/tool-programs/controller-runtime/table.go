package main

import (
	"encoding/json"
	"os"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/applyconfigurations"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
)

// How the configurations of client-go differ from the structs of their kinds, which is little: nearly all of their fields are
// pointers, lists and maps that are left out where they are nil or empty.
type table struct {
	// The groups that the scheme of client-go has.
	Groups []string `json:"groups"`
	// The kinds in it that have none, as apiVersion and kind.
	Without []string `json:"without"`
	// Fields that the struct has and the configuration has not, as type.field.
	Missing []string `json:"missing"`
	// Fields that are pointers to lists or maps, which are sent where they are empty.
	Kept []string `json:"kept"`
	// Fields whose type is the struct's own, so that its zero fields are sent.
	Own []string `json:"own"`
}

func printTable() {
	found, seen, groups := table{[]string{}, []string{}, []string{}, []string{}, []string{}}, map[string]bool{}, map[string]bool{}
	for kind := range clientgoscheme.Scheme.AllKnownTypes() {
		made, err := clientgoscheme.Scheme.New(kind)
		if err != nil || kind.Version == runtime.APIVersionInternal {
			continue
		}
		typ := reflect.TypeOf(made).Elem()
		if _, isObject := typ.FieldByName("ObjectMeta"); !isObject {
			continue
		}
		if !groups[kind.Group] {
			groups[kind.Group] = true
			found.Groups = append(found.Groups, kind.Group)
		}
		configuration := applyconfigurations.ForKind(kind)
		if configuration == nil {
			found.Without = append(found.Without, kind.GroupVersion().String()+" "+kind.Kind)
			continue
		}
		found.compare(typ, reflect.TypeOf(configuration).Elem(), seen)
	}
	for _, list := range []*[]string{&found.Groups, &found.Without, &found.Missing, &found.Kept, &found.Own} {
		sort.Strings(*list)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	encoder.Encode(found)
}

// Compares a struct with its configuration, field by field.
func (t *table) compare(typ, configuration reflect.Type, seen map[string]bool) {
	name := nameOf(typ)
	if seen[name] {
		return
	}
	seen[name] = true
	theirs := fieldsOf(configuration)
	for json, field := range fieldsOf(typ) {
		at := name + "." + json
		other, isThere := theirs[json]
		if !isThere {
			t.Missing = append(t.Missing, at)
			continue
		}
		if other.Kind() == reflect.Pointer && (other.Elem().Kind() == reflect.Map || other.Elem().Kind() == reflect.Slice) {
			t.Kept = append(t.Kept, at)
		}
		inner, theirInner := inside(field), inside(other)
		if inner.Kind() != reflect.Struct || theirInner.Kind() != reflect.Struct {
			continue
		}
		if inner != theirInner {
			t.compare(inner, theirInner, seen)
		} else if !hasOwnForm(inner) {
			t.Own = append(t.Own, at+" "+nameOf(inner))
		}
	}
}

// Whether a struct writes itself, as quantities and times do.
func hasOwnForm(typ reflect.Type) bool {
	_, byValue := typ.MethodByName("MarshalJSON")
	_, byPointer := reflect.PointerTo(typ).MethodByName("MarshalJSON")
	return byValue || byPointer
}

// The type within pointers, lists and maps.
func inside(typ reflect.Type) reflect.Type {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
		typ = typ.Elem()
	}
	return typ
}

// The fields of a struct by their names in JSON, with those of embedded structs.
func fieldsOf(typ reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range typ.NumField() {
		field := typ.Field(i)
		name, rest, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && name == "" {
			if inner := inside(field.Type); inner.Kind() == reflect.Struct && (rest == "inline" || name == "") {
				for key, value := range fieldsOf(inner) {
					fields[key] = value
				}
			}
			continue
		}
		if name != "" && name != "-" {
			fields[name] = field.Type
		}
	}
	return fields
}

// A type as OpenAPI names it: io.k8s.api.apps.v1.Deployment.
func nameOf(typ reflect.Type) string {
	path := strings.TrimPrefix(typ.PkgPath(), "k8s.io/")
	return "io.k8s." + strings.ReplaceAll(path, "/", ".") + "." + typ.Name()
}

// Prints objects as their structs and configurations are written; an error stands in the place of what cannot be read.
func printWritten() {
	var objects []*unstructured.Unstructured
	if err := json.NewDecoder(os.Stdin).Decode(&objects); err != nil {
		panic(err)
	}
	written := []any{}
	for _, object := range objects {
		text, _ := json.Marshal(object)
		typed, err := clientgoscheme.Scheme.New(object.GroupVersionKind())
		if err != nil {
			written = append(written, nil)
			continue
		}
		pair := map[string]any{"struct": typed, "configuration": nil}
		if err := json.Unmarshal(text, typed); err != nil {
			pair["struct"] = err.Error()
		}
		if configuration, err := configurationOf(object, true); err != nil {
			pair["configuration"] = err.Error()
		} else {
			pair["configuration"] = configuration
		}
		written = append(written, pair)
	}
	json.NewEncoder(os.Stdout).Encode(written)
}
