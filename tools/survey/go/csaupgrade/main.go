// Command csaupgrade prints the JSON patch by which client-go moves the entries of client-side managers of the object on
// standard input to a server-side one, as util/csaupgrade computes it; nothing where nothing is to be moved.
//
//	csaupgrade TO-MANAGER FROM-MANAGER…
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/util/csaupgrade"
)

func main() {
	object := &unstructured.Unstructured{}
	if err := json.NewDecoder(os.Stdin).Decode(&object.Object); err != nil {
		fail(err)
	}
	patch, err := csaupgrade.UpgradeManagedFieldsPatch(object, sets.New(os.Args[2:]...), os.Args[1])
	if err != nil {
		fail(err)
	}
	fmt.Print(string(patch))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
