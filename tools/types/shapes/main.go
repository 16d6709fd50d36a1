// Writes how Go encodes each field of the built-in kinds: shapes.json, type by type under the name of its OpenAPI
// definition, fields in the order of the Go struct (which is the order of JSON and of the first error).
//
//	go run . definitions.json > shapes.json; pnpm types does it
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/kubernetes/scheme"
	aggregator "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// shape is one field as encoding/json sees it.
type shape struct {
	name string

	Kind      string `json:"kind"`                  // bool int32 int64 float64 string bytes struct map slice interface
	Pointer   bool   `json:"pointer,omitempty"`     // nil is told apart from zero
	OmitEmpty bool   `json:"omitempty,omitempty"`   // zero, nil or empty is left out
	OmitZero  bool   `json:"omitzero,omitempty"`    // a zero struct is left out
	Elem      string `json:"elem,omitempty"`        // kind of the elements of a slice or map
	ElemPtr   bool   `json:"elemPointer,omitempty"` // elements are pointers
	Type      string `json:"type,omitempty"`        // Go's name of the type, where kind and definition do not give it
	Via       string `json:"via,omitempty"`         // the embedded struct that the field comes from
}

// table is a struct: its fields in order.
type table []shape

func (t table) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, field := range t {
		if i > 0 {
			out.WriteByte(',')
		}
		value, err := json.Marshal(field)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%q:%s", field.name, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

var (
	marshaler = reflect.TypeFor[json.Marshaler]()
	types     = map[string]table{}
	custom    = map[string]bool{}
)

// The definitions of these kinds are named as before they moved into a module of their own.
var moved = strings.NewReplacer("k8s.io/apiextensions-api/", "k8s.io/apiextensions-apiserver/")

func definition(t reflect.Type) string {
	path := strings.ReplaceAll(moved.Replace(t.PkgPath()), "k8s.io/kube-aggregator", "io.k8s.kube-aggregator")
	if strings.HasPrefix(path, "k8s.io/") {
		path = strings.Replace("io."+strings.ReplaceAll(path, "/", "."), "io.k8s.io", "io.k8s", 1)
	} else {
		path = strings.ReplaceAll(path, "/", ".")
	}
	return path + "." + t.Name()
}

func kind(t reflect.Type) string {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		return "bytes"
	}
	return t.Kind().String()
}

// plain is the name that a reader of the shape derives by itself.
func plain(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		return t.String()
	case reflect.Slice:
		return "[]" + plain(t.Elem())
	case reflect.Map:
		return "map[string]" + plain(t.Elem())
	case reflect.Pointer:
		return "*" + plain(t.Elem())
	}
	return t.Kind().String()
}

func visit(t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.PkgPath() == "" {
		return
	}
	name := definition(t)
	if _, seen := types[name]; seen {
		return
	}
	if t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) {
		custom[name] = true
		return
	}
	types[name] = nil
	types[name] = fields(t, "")
}

// fields lists the fields of a struct; those of an embedded one stand at its place, as they do in JSON.
func fields(t reflect.Type, via string) table {
	var out table
	for i := range t.NumField() {
		field := t.Field(i)
		tag := field.Tag.Get("json")
		if !field.IsExported() || tag == "-" {
			continue
		}
		parts := strings.Split(tag, ",")
		x := shape{name: parts[0], Via: via}
		inner := field.Type
		if inner.Kind() == reflect.Pointer {
			x.Pointer = true
			inner = inner.Elem()
		}
		if x.name == "" && field.Anonymous && inner.Kind() == reflect.Struct {
			out = append(out, fields(inner, strings.TrimPrefix(via+"."+field.Name, "."))...)
			continue
		}
		if x.name == "" {
			x.name = field.Name
		}
		for _, option := range parts[1:] {
			x.OmitEmpty = x.OmitEmpty || option == "omitempty"
			x.OmitZero = x.OmitZero || option == "omitzero"
		}
		x.Kind = kind(inner)
		if x.Kind == "slice" || x.Kind == "map" {
			elem := inner.Elem()
			if elem.Kind() == reflect.Pointer {
				x.ElemPtr = true
				elem = elem.Elem()
			}
			x.Elem = kind(elem)
		}
		if inner.String() != plain(inner) {
			x.Type = inner.String()
		}
		out = append(out, x)
		visit(field.Type)
	}
	return out
}

func main() {
	s := scheme.Scheme
	_ = aggregator.AddToScheme(s)
	_ = apiextensions.AddToScheme(s)
	for gvk, t := range s.AllKnownTypes() {
		if gvk.Version != "__internal" {
			visit(t)
		}
	}
	if len(os.Args) > 1 {
		var known struct{ Definitions map[string]any }
		text, err := os.ReadFile(os.Args[1])
		if err == nil {
			err = json.Unmarshal(text, &known)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for name := range types {
			if _, ok := known.Definitions[name]; !ok {
				delete(types, name)
			}
		}
	}
	out := struct {
		Kubernetes string           `json:"kubernetes"`
		Custom     []string         `json:"customEncoding"`
		Types      map[string]table `json:"types"`
	}{Kubernetes: "v1.36.3", Types: types}
	for name := range custom {
		out.Custom = append(out.Custom, name)
	}
	sort.Strings(out.Custom)
	text, _ := json.Marshal(out)
	os.Stdout.Write(text)
	fmt.Fprintln(os.Stderr, len(types), "types")
}
