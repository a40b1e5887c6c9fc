const texts: Readonly<Record<string, string>> = {
  unavailable: 'Signing in with Google is not possible for the moment. Please log in with your password.',
  failed: 'Signing in with Google was not completed. Please try again.',
  other:
    'An account with this email exists already. Log in with your password, then link Google in your profile.',
};

/** The text for a sign-in provider's result in the address; undefined for other values. */
export function providerTexts(outcome: string | null): string | undefined {
  return outcome !== null && Object.hasOwn(texts, outcome) ? texts[outcome] : undefined;
}
