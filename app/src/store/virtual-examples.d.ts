declare module 'virtual:examples' {
  const examples: readonly { name: string; title: string; about: string; steps: number }[];
  export default examples;
}
