import type { Plugin } from 'vite'

type Replacement = { original: RegExp; code: string; reason: string }

/** Modules of pinned packages that every page would load although Senda never runs them, with their replacements in the browser. */
const replacements: readonly Replacement[] = [
  {
    original: /ServerFunctionSerializationAdapter\.js$/,
    reason: 'TanStack Start decodes server functions from a page. Senda has none, because the browser calls the API.',
    code: `export const ServerFunctionSerializationAdapter = {
      key: '$TSS/serverfn',
      test: () => false,
      toSerializable: () => ({}),
      fromSerializable: () => { throw new Error('replaced') },
    }`,
  },
  {
    original: /router-core\/dist\/esm\/searchParams\.js$|^\.\/searchParams\.js$/,
    reason: 'web/router.tsx passes its own parseSearch and stringifySearch to the router',
    code: `const unused = () => { throw new Error('replaced') }
    export { unused as defaultParseSearch, unused as defaultStringifySearch }
    export { unused as parseSearchWith, unused as stringifySearchWith }`,
  },
  {
    original: /^use-sync-external-store\/shim$/,
    reason: 'React has the hook since version 18',
    code: `export { useSyncExternalStore } from 'react'`,
  },
]

/** The build fails when no package imports such a module any more: find its successor, and replace that. */
export function replacedModules(): Plugin {
  const prefix = '\0senda:replaced-'
  const found = new Set<Replacement>()
  return {
    name: 'senda:replaced-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(id) {
      const index = replacements.findIndex(({ original }) => original.test(id))
      const replacement = replacements[index]
      if (!replacement) return undefined
      found.add(replacement)
      return prefix + index
    },
    load: (id) => (id.startsWith(prefix) ? replacements[Number(id.slice(prefix.length))]?.code : undefined),
    buildEnd(error) {
      const missing = replacements.filter((replacement) => !found.has(replacement))
      if (!error && missing.length > 0)
        this.error(`nothing imports ${missing.map(({ original }) => original.source).join(', ')} any more`)
    },
  }
}
