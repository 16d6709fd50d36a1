// Command protobuf reads an object of the Kubernetes API as protobuf from standard input and writes it as JSON. Only
// pnpm record runs it.
package main

import (
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	object, kind, err := scheme.Codecs.UniversalDeserializer().Decode(body, nil, nil)
	if err != nil {
		return err
	}
	// The client writes the kind beside the object, not into it.
	object.GetObjectKind().SetGroupVersionKind(*kind)
	plain := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, json.SerializerOptions{})
	return plain.Encode(object, os.Stdout)
}
