import { Fragment, memo, Suspense } from 'react';
import type { Sample } from '../../../facade/sample-sentence.ts';
import type { Site } from '../../../facade/site.ts';
import { Cover } from '../../shared/art/Picture.tsx';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { Link } from '../../shared/components/Link.tsx';
import { DeferredConsent } from '../../shared/consent/DeferredConsent.tsx';
import { loadable } from '../../shared/loadable.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { useSession } from '../../shared/session.tsx';
import { useSite } from '../../shared/site.tsx';
import { booksAt, readyAt } from './books.ts';
import styles from './Home.module.css';
import { Landscape } from './Landscape.tsx';
import { Questions } from './Questions.tsx';
import { questionsAt } from './questions.ts';
import { Steps } from './Steps.tsx';
import { loadOnIntent, replayClick, sectionId } from './sample/load-on-intent.ts';
import { useSample } from './sample/useSample.ts';

/** The reader's card, loaded when the visitor shows interest in it. */
export const SampleCard = loadable(() => loadOnIntent(() => import('./sample/SampleCard.tsx')));

export const head = {
  title: 'Learn Spanish by reading',
  description: (site: Site) => {
    const titles = booksAt(site).map(({ title }) => title);
    return `Read ${titles.join(' and ')} in Spanish, one sentence at a time: tap a word to see what it means, answer as you go. The first chapter of every book is free.`;
  },
};

/** The home page (spec 1 and 2): what the product is, for whom, a sample sentence, and the price. */
export default function Home() {
  usePageTitle(head.title);
  const { status } = useSession();
  const site = useSite();
  const books = booksAt(site);
  // During a refresh a session may exist; without one the library redirects to the login.
  const visits = status === 'signed-out';
  const sample = useSample(visits);
  const journey = visits ? (
    <ButtonLink to="/sign-up">Take the Journey</ButtonLink>
  ) : (
    <ButtonLink to="/library">Go to Library</ButtonLink>
  );
  const tries = visits && sample;
  return (
    <div className={styles['home']}>
      <header className={styles['hero']}>
        <h1>Learn Spanish from the books worth learning it for</h1>
        <p>
          {books.map(({ title }, index) => (
            <Fragment key={title}>
              <i lang="es">{title}</i>
              {index < books.length - 1 ? ', ' : ': '}
            </Fragment>
          ))}
          one sentence at a time, understood before you turn the page.
        </p>
        <div className={styles['ways']}>
          {journey}
          {tries && (
            <a className={styles['quiet']} href={`#${sectionId}`}>
              Try a sentence first
              <Icon name="down" size={18} />
            </a>
          )}
        </div>
      </header>
      <Landscape />
      {tries && <SampleSection sample={sample} />}
      <section className={styles['block']}>
        <h2>A book, and somebody beside you who knows it</h2>
        <Steps />
      </section>
      <section className={styles['block']}>
        <h2>{books.length === 1 ? 'A book' : 'Two books'} to begin with</h2>
        <div className={styles['books']}>
          {books.map(book => (
            <article key={book.title} className={styles['book']}>
              <div>
                <Cover title={book.title} />
              </div>
              <div>
                <h3 lang="es">{book.title}</h3>
                <p className={styles['soft']}>
                  {book.author}, {book.year} · {book.level}
                </p>
                <q lang="es">{book.quote}</q>
                <p className={styles['small']}>{book.about}</p>
              </div>
            </article>
          ))}
        </div>
      </section>
      {visits && <Price site={site} />}
      <section className={styles['block']}>
        <h2>What people ask</h2>
        <Questions asked={questionsAt(site).slice(0, 3)} />
        <p className={styles['all']}>
          <Link to="/faq">All questions</Link>
        </p>
      </section>
      <DeferredConsent />
      <section className={styles['last']}>
        <RoadDrawing />
        {books.some(({ title }) => title === passage.book) && (
          <>
            <q lang="es">{passage.text}</q>
            <p>
              {passage.translation}
              <br />
              <span className={styles['small']}>
                {passage.book}, chapter {passage.chapter}
              </span>
            </p>
          </>
        )}
        {journey}
      </section>
    </div>
  );
}

/** React keeps the server's HTML as long as this does not rerender before its code is loaded. */
const SampleSection = memo(function Try({ sample }: { sample: Sample }) {
  return (
    <section id={sectionId} className={styles['try']} aria-label="A sentence to try">
      <Suspense fallback={<div className={styles['coming']} />}>
        <SampleCard sample={sample} onReady={replayClick} />
      </Suspense>
    </section>
  );
});

/** Ends the page, where the book is not left out. */
const passage = {
  book: 'Platero y Yo',
  chapter: 2,
  text: 'El camino sube, lleno de sombras, de campanillas, de fragancia de yerba…',
  translation: 'The road climbs, full of shadows, of bellflowers, of the scent of grass…',
};

const benefits = [
  'Every word explained in its place, by hand',
  'What you know in one book counts in the other',
  'Your place and your words on any screen',
  'Your whole history, to keep',
];

/** The free offer first. The price comes from the payment provider. */
function Price({ site }: { site: Site }) {
  const { price } = site;
  const chapters = `Every chapter that is ready (${readyAt(site)}), and each new one as it comes`;
  const [sum, ...per] = price.split(' / ');
  return (
    <section className={styles['price']}>
      <div>
        <h2>Chapter one is free</h2>
        <p>Of every book, without a card. The rest costs</p>
        <p className={styles['sum']}>
          {sum} <small>/ {per.join(' / ')}</small>
        </p>
        <p className={styles['soft']}>Cancel anytime. What you have learned stays yours.</p>
        <ButtonLink to="/sign-up">Take the Journey</ButtonLink>
      </div>
      <ul className={styles['gets']}>
        {[chapters, ...benefits].map(what => (
          <li key={what}>
            <Icon name="check" />
            {what}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RoadDrawing() {
  return (
    <svg className={styles['road']} width="120" height="44" viewBox="0 0 120 44" aria-hidden="true">
      <path d="M6 38c22-2 46 2 54-6s-18-10-8-17 34-4 46-10M104 3v6M101 6h6" />
    </svg>
  );
}
