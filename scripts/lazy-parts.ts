import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'
const loader = fileURLToPath(new URL('../web/platform/part-files.ts', import.meta.url))

/**
 * Vite wraps each `import()` of the browser's code in its preload helper. This plugin replaces the helper with `loadPart`, so
 * that each part can be tried again after a lost connection, and fails the build when an import is not wrapped.
 */
export function lazyParts(): Plugin {
  let isReplaced = false
  return {
    name: 'senda:lazy-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (id !== helper) return undefined
      isReplaced = true
      return `export { loadPart as __vitePreload } from ${JSON.stringify(loader)}`
    },
    generateBundle: {
      // Before Vite replaces its markers by the names of files.
      order: 'pre',
      handler(_, bundle) {
        if (!isReplaced) this.error('Vite no longer loads its preload helper under the name that this plugin replaces')
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const imports = chunk.code.match(/\bimport\s*\(/g)?.length ?? 0
          const wrapped = chunk.code.match(/__VITE_PRELOAD__/g)?.length ?? 0
          if (imports !== wrapped)
            this.error(`${chunk.fileName} has ${imports} calls of import(), of which Vite wraps ${wrapped}`)
        }
      },
    },
  }
}

/** Vite leaves out the list for a part that is one file, which can fail to load like any other. */
export function filesOfPart(file: string, others: string[]): string[] {
  return others.includes(file) ? others : [file, ...others]
}
