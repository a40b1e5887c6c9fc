/** A view of schema `analytics` with its documentation for analysts. */
export interface View {
  readonly name: string;
  /** What a row is and how to use it; becomes the view's comment. */
  readonly description: string;
  /** Column name to description, in the order of `select`; become the columns' comments. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * The query. It may use `read_models`, the catalogue and earlier views of the list, but never accounts or contact
   * messages.
   */
  readonly select: string;
}

/**
 * A learner's pseudonym: a hash with a secret salt, the same in every view. Written out in each view instead of being an
 * SQL function, because an analyst who can call the function could try known ids.
 * @param learner the column with the learner's id; the query has `analytics_salt as salt` in its `from`
 */
export function opaque(learner: string): string {
  return `left(encode(sha256(salt.salt || convert_to(${learner}, 'UTF8')), 'hex'), 20)`;
}
