import { beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The tests of its file build on one another. */
    inOrder?: true;
  }
}

/** Called once in a spec file whose tests build on one another: one that failed is run again with all of them. */
export function testsInOrder(): void {
  beforeEach(({ task }) => {
    task.meta.inOrder = true;
  });
}
