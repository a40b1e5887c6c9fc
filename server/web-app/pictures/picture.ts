/** A picture that the build makes of our drawings. `path` is its address without the first slash. */
export interface Picture {
  readonly path: string;
  readonly bytes: Buffer;
}
