// Package nebius stands for the provider's own of this name, whose library the module proxy does not have. Nobody signs in to Nebius here.
package nebius

import (
	"context"
	"errors"

	"k8s.io/client-go/rest"
)

// SDKStore keeps nothing.
type SDKStore struct{}

// NewSDKStore returns a store that keeps nothing.
func NewSDKStore() *SDKStore { return &SDKStore{} }

// WrapRESTConfig refuses to sign in.
func WrapRESTConfig(context.Context, *rest.Config, []byte, *SDKStore) error {
	return errors.New("there is no Nebius here")
}
