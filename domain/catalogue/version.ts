import type { PhraseExplanation, Question, Sentence, WordInstance } from './catalogue.ts';

/** A sentence with all that belongs to it. */
export interface SentenceContent {
  readonly sentence: Sentence;
  readonly wordInstances: readonly WordInstance[];
  readonly questions: readonly Question[];
  readonly phrases: readonly PhraseExplanation[];
  readonly summary: string | null;
}

/** Hash of a text; the domain has none of its own. */
export type Hash = (text: string) => string;

/** Changes with every text, question and id of a sentence, but not with its place in the chapter. */
export function sentenceVersion(content: SentenceContent, hash: Hash): string {
  const { sentence, wordInstances, questions, phrases, summary } = content;
  return hash(
    JSON.stringify([
      [sentence.id, sentence.text, sentence.translation, sentence.newParagraph, sentence.chapterTitle],
      wordInstances.map(word => [
        ...[word.id, word.text, word.position, word.leadingPunctuation, word.trailingPunctuation],
        ...[word.translation, word.modernEquivalent, word.fragments, word.skipped],
      ]),
      questions
        .map(({ id, kind, wordInstanceId, clause, options }) => [
          ...[id, kind, wordInstanceId, clause],
          options.map(({ text, explanation }) => [text, explanation]),
        ])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]), 'en')),
      phrases.map(({ phrase, explanation }) => [phrase, explanation]),
      summary,
    ]),
  );
}

/** A sentence's place and its version. */
export interface VersionedSentence extends Pick<Sentence, 'part' | 'section' | 'position'> {
  readonly version: string;
}

/** Version of a chapter (see `Chapter.contentVersion`): of its sentences and their order. */
export function chapterVersion(sentences: readonly VersionedSentence[], hash: Hash): string {
  return hash(
    sentences
      .toSorted((a, b) => a.position - b.position)
      .map(({ part, section, position, version }) => `${part}.${section}.${position} ${version}`)
      .join('\n'),
  );
}

/** What belongs to each sentence of a chapter. */
export function sentenceContents({
  sentences,
  wordInstances,
  questions,
  phrases,
  summaries,
}: {
  readonly sentences: readonly Sentence[];
  readonly wordInstances: readonly WordInstance[];
  readonly questions: readonly Question[];
  readonly phrases: readonly {
    readonly sentenceId: string;
    readonly phrases: readonly PhraseExplanation[];
  }[];
  readonly summaries: readonly { readonly sentenceId: string; readonly summary: string }[];
}): readonly SentenceContent[] {
  const words = Map.groupBy(wordInstances, ({ sentenceId }) => sentenceId);
  const asked = Map.groupBy(questions, ({ sentenceId }) => sentenceId);
  const explained = new Map(phrases.map(({ sentenceId, phrases: list }) => [sentenceId, list]));
  const told = new Map(summaries.map(({ sentenceId, summary }) => [sentenceId, summary]));
  return sentences.map(sentence => ({
    sentence,
    wordInstances: words.get(sentence.id) ?? [],
    questions: asked.get(sentence.id) ?? [],
    phrases: explained.get(sentence.id) ?? [],
    summary: told.get(sentence.id) ?? null,
  }));
}
