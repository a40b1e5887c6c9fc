/** A view of schema `analytics`, with what an analyst needs to know about it. */
export interface View {
  readonly name: string;
  /** What a row is and what it is good for; becomes the view's comment. */
  readonly says: string;
  /** Column name to what it holds, in the order of `select`; become the columns' comments. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * The query. It may use `read_models`, the catalogue, views of the list before it, and never accounts or contact
   * messages.
   */
  readonly select: string;
}

/**
 * A learner as analysts see them: a hash with a secret salt, the same in every view and of no use outside. Written out
 * in each view instead of being a function, because an analyst who could call the function could try known ids.
 * @param learner the column with the learner's id; the query has `analytics_salt as salt` in its `from`
 */
export function opaque(learner: string): string {
  return `left(encode(sha256(salt.salt || convert_to(${learner}, 'UTF8')), 'hex'), 20)`;
}
