// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReaderSentence, ReaderWord } from '../chapter/contents.ts';
import { begun, given, sentences } from '../testing/machine.ts';
import { SentenceText } from './SentenceText.tsx';

const come: ReaderWord = {
  id: 's1-0',
  text: 'come',
  position: 1,
  leadingPunctuation: '',
  trailingPunctuation: '',
  translation: 'eats',
  modernEquivalent: null,
  skipped: null,
  fragments: [{ id: 'come', kind: 'stem', text: 'come', gloss: 'eats', lemma: null, note: null }],
};

test('Escape right after a press on a word leaves its sheet closed', async () => {
  const [{ id, quiz, contentVersion }] = sentences as [(typeof sentences)[number]];
  const sentence: ReaderSentence = {
    ...{
      id,
      quiz,
      contentVersion,
      key: 'Cuento 1.1.1.1',
      text: 'come',
      translation: 'eats',
      newParagraph: true,
    },
    ...{ words: [come], clauses: [[come]], phrases: [], summary: null, wordKeys: {}, clauseKeys: ['c'] },
  };
  render(
    <SentenceText
      sentence={sentence}
      state={given()(...begun).state}
      levelOf={() => 'I'}
      playsWords={false}
      onMark={() => {}}
      failure={null}
      onDismissFailure={() => {}}
    />,
  );
  const word = screen.getByRole('button', { name: 'come' });
  await act(async () => {
    fireEvent.click(word);
    fireEvent.keyDown(word, { key: 'Escape' });
  });
  expect(word.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(word);
  expect(word.getAttribute('aria-expanded')).toBe('true');
});
