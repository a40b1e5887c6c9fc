/** Vite compiles these imports to workers in separate files. */
declare module '*?worker' {
  const Constructor: new () => Worker;
  export default Constructor;
}
