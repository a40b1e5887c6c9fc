/** Vite turns these imports into workers that are files of their own. */
declare module '*?worker' {
  const Constructor: new () => Worker;
  export default Constructor;
}
