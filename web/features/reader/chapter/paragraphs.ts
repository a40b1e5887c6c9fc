/** The index of each paragraph's first sentence, and of the sentence after its last. */
export function paragraphsOf(
  sentences: readonly { readonly newParagraph: boolean }[],
): readonly { readonly from: number; readonly to: number }[] {
  const starts = sentences.flatMap(({ newParagraph }, index) => (index === 0 || newParagraph ? [index] : []));
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? sentences.length }));
}
