import type { Plugin } from 'vite';

/**
 * The router's package is one file, from which nothing can be left out that a call makes or that gets a name for debugging:
 * forms and prefetching of data, which nothing here uses, stay in every page. Marked as free of side effects, they go.
 */
export function routerWithoutUnused(): Plugin {
  return {
    name: 'router-without-unused',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
      handler: code => ({
        code: code
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll(/= (\w+\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  };
}
