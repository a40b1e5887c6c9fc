import * as billing from './billing.ts';
import * as books from './books.ts';
import * as collect from './collect.ts';
import * as contact from './contact.ts';
import type { Endpoint } from './endpoint.ts';
import * as exported from './export.ts';
import * as identity from './identity.ts';
import * as imported from './import.ts';
import * as kept from './kept.ts';
import * as policies from './level-policies.ts';
import * as own from './own-account.ts';
import * as people from './people.ts';
import * as placement from './placement.ts';
import * as progress from './progress.ts';
import * as projections from './projections.ts';
import * as questions from './questions.ts';
import { review } from './review.ts';
import { sampleSentence } from './sample-sentence.ts';
import * as sound from './sound.ts';
import * as story from './story.ts';
import * as users from './users.ts';
import * as vocabularies from './vocabularies.ts';

/** All endpoints in the order of their routes: fixed paths before those with parameters. */
export const endpoints: readonly Endpoint[] = [
  identity.humanCheck,
  identity.humanChallenge,
  identity.signUp,
  identity.login,
  identity.logout,
  identity.refresh,
  identity.confirmIdentity,
  identity.loginWithProvider,
  identity.providerReturned,
  identity.linkProvider,
  identity.openVerification,
  identity.verifyEmail,
  identity.resendVerification,
  identity.forgotPassword,
  identity.redeemResetCode,
  own.sessions,
  own.signOutEverywhere,
  own.changePassword,
  own.changeEmail,
  own.confirmEmail,
  own.revertEmail,
  own.myData,
  own.deleteAccount,
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
  vocabularies.newFragments,
  vocabularies.changeVocabulary,
  vocabularies.markFragments,
  vocabularies.markClause,
  vocabularies.undoCommand,
  placement.placement,
  placement.creditFragments,
  imported.previewImport,
  imported.importLevels,
  imported.matchWordList,
  story.undoStep,
  story.words,
  story.story,
  kept.kept,
  kept.keepFragment,
  kept.keepClause,
  kept.letGo,
  exported.exportHistory,
  exported.exportVocabulary,
  exported.exportAnki,
  vocabularies.resetVocabulary,
  vocabularies.undoVocabularyReset,
  vocabularies.reinitializeAllUsers,
  projections.cancelReinitialization,
  people.ownResets,
  policies.levelPolicy,
  policies.previewLevelPolicy,
  policies.switchLevelPolicy,
  policies.controlLevelPolicy,
  vocabularies.answerQuestions,
  vocabularies.openChapter,
  review,
  progress.chapterMap,
  progress.coverage,
  progress.knownCounts,
  progress.activity,
  books.books,
  books.book,
  books.checkHealth,
  books.sentences,
  books.wordInstances,
  books.answers,
  sampleSentence,
  sound.sounds,
  sound.wordSound,
  sound.sentenceSound,
  books.addLanguage,
  books.addCourse,
  books.addBook,
  books.addSentence,
  billing.createCheckout,
  billing.createPortal,
  billing.refreshSubscription,
  billing.subscriptionPrice,
  billing.stripeWebhook,
  projections.projections,
  projections.previewRebuild,
  projections.controlProjection,
  questions.questionStatistics,
  people.people,
  people.resetTrail,
  people.setRoles,
  people.endSessionsOf,
  collect.collectEvents,
  collect.collectProfiles,
  collect.collectRecording,
  collect.withdrawConsent,
  contact.contactUs,
  contact.reportIssue,
];
