import { createContext } from 'react';

/** Loads the code of the page at a path, so that it can be shown even if the connection is lost meanwhile. */
export const PrefetchPage = createContext<(pathname: string) => void>(() => {});
