import * as billing from './billing.ts';
import * as books from './books.ts';
import * as contact from './contact.ts';
import type { Endpoint } from './endpoint.ts';
import * as identity from './identity.ts';
import * as users from './users.ts';
import * as vocabularies from './vocabularies.ts';

/** Every call there is, in the order its route is registered: a fixed path before one with a parameter. */
export const endpoints: readonly Endpoint[] = [
  identity.signUp,
  identity.login,
  identity.logout,
  identity.refresh,
  identity.loginWithProvider,
  identity.resendVerification,
  identity.verifyEmail,
  identity.forgotPassword,
  identity.redeemResetCode,
  users.profile,
  identity.setUsername,
  identity.setPassword,
  users.setLastRead,
  users.setSetting,
  users.setHasLoggedIn,
  users.setHasSeenTutorial,
  vocabularies.updateBookProgress,
  vocabularies.knownFragmentCount,
  vocabularies.vocabularies,
  vocabularies.changeVocabulary,
  vocabularies.markFragments,
  vocabularies.markClause,
  vocabularies.undoCommand,
  vocabularies.resetVocabulary,
  vocabularies.undoVocabularyReset,
  vocabularies.reinitializeAllUsers,
  vocabularies.answerQuestions,
  vocabularies.openChapter,
  books.books,
  books.book,
  books.checkHealth,
  books.sentences,
  books.wordInstances,
  books.answers,
  books.addLanguage,
  books.addCourse,
  books.addBook,
  books.addSentence,
  billing.createCheckout,
  billing.createPortal,
  billing.refreshSubscription,
  billing.subscriptionPrice,
  billing.stripeWebhook,
  contact.contactUs,
  contact.reportIssue,
];
