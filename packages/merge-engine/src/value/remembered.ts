/**
 * Caches the results of a pure function of an immutable object, for as long as the object lives. For what is asked
 * several times of the same object within one request, or of an unchanged object at each keystroke.
 */
export function remembered<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const known = new WeakMap<Given, { readonly made: Made }>();
  return (given) => {
    const before = known.get(given);
    if (before !== undefined) return before.made;
    const made = make(given);
    known.set(given, { made });
    return made;
  };
}
