import { lazy } from 'react';
import { useLocation } from 'react-router-dom';
import { About } from './About.tsx';
import { Faq } from './Faq.tsx';
import { Hero } from './Hero.tsx';

// The form library weighs more than the rest of the page.
const MessageForm = lazy(() => import('../contact/MessageForm.tsx'));

/** The home page and its sub-views (spec 2): the address says which. */
export default function Home() {
  const { pathname } = useLocation();
  switch (pathname) {
    case '/about':
      return <About />;
    case '/faq':
      return <Faq />;
    case '/contact':
      return <MessageForm key="contact" about="contact" />;
    case '/report-issue':
      return <MessageForm key="issue" about="issue" />;
    default:
      return <Hero />;
  }
}
