/** A picture that the build makes from our drawings. `path` is its address without the leading slash. */
export interface Picture {
  readonly path: string;
  readonly bytes: Buffer;
}
