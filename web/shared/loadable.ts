import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component that is its own chunk. Once `load` has resolved it renders at once, without a fallback: the server can draw
 * it, and the browser can take over what the server drew.
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
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is wanted.
  const thenable = { then: (done: (value: T) => void) => done(value) };
  return thenable as unknown as Promise<T>;
}
