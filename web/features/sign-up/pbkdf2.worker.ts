import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

/** Searches a part of the numbers; `solveChallengeWorkers` says which. The library's own worker is for Node. */
handler({ deriveKey });
