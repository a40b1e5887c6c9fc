/** The profile of a learner who has read nothing and set nothing. */
export const maria = {
  ...{ username: 'maria', email: 'maria@example.org', createdAt: '2026-01-01T00:00:00.000Z' },
  ...{ activeSubscription: false, subscription: null, stripeCustomerId: null, inboxToken: null },
  ...{ hasLoggedIn: true, hasSeenTutorial: true, hasPassword: true, googleLinked: false },
  ...{ roles: ['user' as const], bookProgress: {}, lastRead: {}, secondsPerAnswer: null },
  newFragments: { day: '2026-01-01', asked: 0 },
  settings: {
    ...{ autoPlayWordTTS: false, autoPlaySentenceTTS: false, showReadingWeeks: false },
    ...{ fragmentsAsked: 'every time' as const, asksWholeSentence: false, newFragmentsPerDay: null },
  },
};
