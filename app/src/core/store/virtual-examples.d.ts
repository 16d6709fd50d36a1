declare module 'virtual:examples' {
  const examples: readonly {
    name: string;
    title: string;
    about: string;
    steps: number;
    group: string;
    situations: readonly number[];
    search: readonly string[];
  }[];
  export default examples;
  /** The ids of the gallery's groups in their order. */
  export const groups: readonly string[];
}

declare module 'virtual:example-notes' {
  /** The notes of the steps of each example, by its name, for the search. */
  const notes: Readonly<Record<string, string>>;
  export default notes;
  /**
   * The versions of Kubernetes that answer a step of an example differently, such as `v1.37`, by the name of the
   * example.
   */
  export const answeredOtherwise: Readonly<Record<string, readonly string[]>>;
}

declare module 'virtual:example-languages' {
  /** The codes of the languages that examples are translated into. */
  const languages: readonly string[];
  export default languages;
}

declare module 'virtual:example-texts' {
  /** What loads the examples in each language that they are translated into, by its code. */
  const texts: Readonly<Record<string, () => Promise<typeof import('virtual:example-texts/*')>>>;
  export default texts;
}

declare module 'virtual:example-texts/*' {
  /** Each example in another language, by its name; `notes` are the notes of its steps, for the search. */
  const texts: Readonly<Record<string, { readonly title: string; readonly about: string; readonly notes: string }>>;
  export default texts;
}

declare module 'virtual:lessons' {
  /** The chapters of lessons in their order. `titles` are those in other languages, by their codes. */
  const chapters: readonly {
    readonly id: 'reading' | 'apply' | 'schema' | 'client-side' | 'controllers' | 'tools';
    readonly lessons: readonly {
      readonly name: string;
      readonly form: 'task' | 'predict' | 'culprit';
      readonly title: string;
      readonly titles: Readonly<Record<string, string>>;
    }[];
  }[];
  export default chapters;
}

declare module 'virtual:about' {
  /** The version of the playground. */
  export const version: string;
  /** Its licence, as npm names it. */
  export const license: string;
  /** The address of the repository that it was built from; empty where none was named. */
  export const source: string;
  /** The package manager that runs its programs: `pnpm@12.21.0`. */
  export const packageManager: string;
}
