import type {
  ChapterContent,
  Fragment,
  LibraryContent,
  Question,
  Sentence,
  WordInstance,
} from '../../domain/catalogue/catalogue.ts';

/**
 * A library for specs: one Spanish book with two chapters that are there (three sentences, one sentence) and a third
 * that is coming soon; its ids say what they are.
 */
export function smallLibrary(): LibraryContent {
  return {
    languages: [
      { id: 'es', name: 'Spanish', isoCode: 'es' },
      { id: 'la', name: 'Latin', isoCode: null },
    ],
    books: [
      {
        id: 'cuento',
        title: 'Un Cuento',
        author: 'Nadie',
        published: '1900',
        languageId: 'es',
        readingLevel: '1st Grade',
        chapterCount: 3,
        chapterTitles: ['Los gatos', 'Las rosas', 'El fin'],
        introductions: { 1: 'There were cats.' },
      },
    ],
    fragments: [
      fragment('gat', 'cat'),
      fragment('duerm', 'sleep'),
      fragment('ros', 'rose'),
      fragment('ana', 'Ana', { pos: 'proper noun' }),
      fragment('plural', 'more than one', { kind: 'ending', text: '-s', pos: null }),
      fragment('felis', 'cat', { languageId: 'la' }),
    ],
    merges: [],
    chapters: [firstChapter(), secondChapter()],
  };
}

/** 'Gatos, Ana duerme.' and two more sentences. Ana is a proper noun, and wrongly has a question all the same. */
export function firstChapter(contentVersion = 'first edition'): ChapterContent {
  return {
    chapter: { bookId: 'cuento', number: 1, title: 'Los gatos', contentVersion },
    sentences: [
      sentence('s1', 1, 1, 'Gatos, Ana duerme.'),
      sentence('s2', 1, 2, 'Gatos.'),
      sentence('s3', 1, 3, 'Rosas.'),
    ],
    wordInstances: [
      word('w1', 's1', 1, 'Gatos', ['gat', 'plural'], { trailingPunctuation: ',' }),
      word('w2', 's1', 2, 'Ana', ['ana'], { skipped: 'proper noun' }),
      word('w3', 's1', 3, 'duerme', ['duerm'], { trailingPunctuation: '.' }),
      word('w4', 's2', 1, 'Gatos', ['gat', 'plural']),
      word('w5', 's3', 1, 'Rosas', ['ros', 'plural']),
    ],
    questions: [
      question('q-gatos', 's1', { wordInstanceId: 'w1' }),
      question('q-ana', 's1', { wordInstanceId: 'w2' }),
      question('q-duerme', 's1', { wordInstanceId: 'w3' }),
      question('q-clause', 's1', { clause: 1 }),
      question('q-sentence', 's1', {}),
      question('q-gatos-2', 's2', { wordInstanceId: 'w4' }),
    ],
    phrases: [{ sentenceId: 's1', phrases: [{ phrase: 'duerme', explanation: 'she sleeps' }] }],
    summaries: [{ sentenceId: 's1', summary: 'Ana slept.' }],
  };
}

export function secondChapter(): ChapterContent {
  return {
    chapter: { bookId: 'cuento', number: 2, title: 'Las rosas', contentVersion: 'second chapter' },
    sentences: [sentence('s4', 2, 1, 'Rosas.')],
    wordInstances: [word('w6', 's4', 1, 'Rosas', ['ros', 'plural'])],
    questions: [question('q-rosas', 's4', { wordInstanceId: 'w6' })],
    phrases: [],
    summaries: [],
  };
}

function fragment(id: string, gloss: string, more: Partial<Fragment> = {}): Fragment {
  return {
    id,
    languageId: 'es',
    kind: 'stem',
    text: id,
    pos: 'noun',
    gloss,
    lemma: null,
    note: null,
    ...more,
  };
}

export function sentence(id: string, chapter: number, position: number, text: string): Sentence {
  return {
    id,
    bookId: 'cuento',
    text,
    translation: `${text} in English`,
    newParagraph: position === 1,
    chapterTitle: 'Title',
    part: 1,
    chapter,
    section: 1,
    position,
  };
}

export function word(
  id: string,
  sentenceId: string,
  position: number,
  text: string,
  fragments: readonly string[],
  more: Partial<WordInstance> = {},
): WordInstance {
  return {
    id,
    sentenceId,
    text,
    position,
    leadingPunctuation: '',
    trailingPunctuation: '',
    translation: text,
    modernEquivalent: null,
    fragments,
    skipped: null,
    ...more,
  };
}

/** A question with the right option, a wrong one, and in third place one that is not to be used. */
export function question(
  id: string,
  sentenceId: string,
  about: { readonly wordInstanceId?: string; readonly clause?: number },
): Question {
  return {
    id,
    sentenceId,
    kind: about.wordInstanceId !== undefined ? 'word' : about.clause !== undefined ? 'clause' : 'sentence',
    wordInstanceId: about.wordInstanceId ?? null,
    clause: about.clause ?? null,
    options: [
      { text: 'right', explanation: 'because' },
      { text: 'wrong', explanation: 'no, because' },
      { text: 'never used', explanation: '' },
    ],
  };
}
