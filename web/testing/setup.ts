/** Set-up of unit tests. A file that begins with `// @vitest-environment jsdom` can render components. */
if (typeof document !== 'undefined') {
  const { IDBKeyRange, indexedDB } = await import('fake-indexeddb');
  Object.assign(globalThis, { IDBKeyRange, indexedDB });
  const [{ afterEach }, { cleanup, configure }] = await Promise.all([
    import('vitest'),
    import('@testing-library/react'),
  ]);
  // Far longer than anything takes, so that a busy machine fails no test.
  configure({ asyncUtilTimeout: 120_000 });
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  afterEach(async () => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    const { clear } = await import('idb-keyval');
    await clear();
  });
}

export {};
