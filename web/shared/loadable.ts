import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component in its own chunk. Once `load` has resolved it renders without a fallback, so that the server can render it and
 * the browser can hydrate it.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy`, for components of any properties.
export function loadable<M extends { readonly default: ComponentType<any> }>(
  load: () => Promise<M>,
): LazyExoticComponent<M['default']> & { readonly load: () => Promise<M> } {
  let loaded: M | undefined;
  const loadOnce = async () => {
    loaded ??= await load();
    return loaded;
  };
  const loadLazily = () => (loaded ? resolvedThenable(loaded) : loadOnce());
  return Object.assign(lazy(loadLazily), { load: loadOnce });
}

/** A thenable that calls back synchronously, so that React does not show the fallback. */
function resolvedThenable<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: a thenable is intended.
  const thenable = { then: (done: (value: T) => void) => done(value) };
  return thenable as unknown as Promise<T>;
}
