import type { Plugin } from 'vite'

type Replacement = { original: RegExp; code: string; reason: string }

/** Modules of pinned packages that every page would load and Senda never runs, with what takes their place in the browser. */
const replacements: readonly Replacement[] = [
  {
    original: /ServerFunctionSerializationAdapter\.js$/,
    reason: 'TanStack Start decodes server functions from a page. Senda has none, because the browser calls the API.',
    code: `export const ServerFunctionSerializationAdapter = {
      key: '$TSS/serverfn',
      test: () => false,
      toSerializable: () => ({}),
      fromSerializable: () => { throw new Error('no server functions here') },
    }`,
  },
  {
    original: /router-core\/dist\/esm\/searchParams\.js$|^\.\/searchParams\.js$/,
    reason: 'the router has parseSearch and stringifySearch of its own, see web/router.tsx',
    code: `const unused = () => { throw new Error('the router reads addresses by its own functions') }
    export { unused as defaultParseSearch, unused as defaultStringifySearch }
    export { unused as parseSearchWith, unused as stringifySearchWith }`,
  },
  {
    original: /^use-sync-external-store\/shim$/,
    reason: 'React has the hook since version 18',
    code: `export { useSyncExternalStore } from 'react'`,
  },
]

/** The build fails when a package no longer imports a module by this name: look for what took its place, and replace that. */
export function replacedModules(): Plugin {
  const prefix = '\0senda:replaced-'
  const met = new Set<Replacement>()
  return {
    name: 'senda:replaced-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(id) {
      const index = replacements.findIndex(({ original }) => original.test(id))
      const replacement = replacements[index]
      if (!replacement) return undefined
      met.add(replacement)
      return prefix + index
    },
    load: (id) => (id.startsWith(prefix) ? replacements[Number(id.slice(prefix.length))]?.code : undefined),
    buildEnd(error) {
      const missing = replacements.filter((replacement) => !met.has(replacement))
      if (!error && missing.length > 0)
        this.error(`nothing imports ${missing.map(({ original }) => original.source).join(', ')} any more`)
    },
  }
}
