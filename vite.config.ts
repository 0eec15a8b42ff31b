import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { browserContract } from './scripts/browser-contract.ts'
import { iconMarkup } from './scripts/icon-markup.ts'
import { replacedModules } from './scripts/replaced-modules.ts'

const compressible = /\.(?:js|css|svg|json|txt|xml|ico|webmanifest)$/

/** Brotli and gzip at their best level are too slow for a request, so the build compresses each asset once. */
function precompress(): Plugin {
  return {
    name: 'senda:precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async closeBundle() {
      const folder = this.environment.config.build.outDir
      const names = await readdir(folder, { recursive: true })
      await Promise.all(
        names
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const content = await readFile(join(folder, name))
            const brotli = {
              params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
            }
            await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, brotli))
            await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
          }),
      )
    },
  }
}

/** Every page imports the index of these packages, so the importers of a module do not show which pages use it. */
const barrels = /\/node_modules\/@tanstack\//

/** The large libraries of the forms. */
const validation = /\/node_modules\/(?:zod|react-hook-form)\//

const contractOrZod = /\/(?:contract|node_modules\/zod)\//

/** The pages that a visitor opens first. Each loads few files, and only code that it needs. */
const firstPages = ['index', 'centers.index', 'centers.$centerId', 'services.$slug'].map(
  (page) => `/web/routes/${page}.tsx?tsr-split=component`,
)

/** The pages whose first screen is a form. */
const formPages = ['login', 'register', 'contact', 'forgot-password'].map(
  (page) => `/web/routes/${page}.tsx?tsr-split=component`,
)

/**
 * Small files compress badly and each is a request of its own, so modules are grouped: the code that every page loads is
 * one file, and what is left is one file for each set of first pages that share it. What several pages with forms share is
 * two files, with and without the libraries. All other pages count as one.
 */
function groupsOfPages(): Rolldown.CodeSplittingGroup[] {
  const namedPages = [...firstPages, ...formPages]
  const otherBit = 1 << namedPages.length
  const firstBits = (1 << firstPages.length) - 1
  const formBits = (otherBit - 1) & ~firstBits
  const known = new Map<string, number>()

  /** One bit for each named page that imports the module, directly or not, and one for all other pages. */
  function pagesOf(id: string, context: Rolldown.ChunkingContext): number {
    const before = known.get(id)
    if (before !== undefined) return before
    // Modules that import each other.
    known.set(id, 0)
    const page = namedPages.findIndex((end) => id.endsWith(end))
    const info = context.getModuleInfo(id)
    const importers = [...(info?.importers ?? [])]
    const isOtherEntry = page < 0 && (info?.dynamicImporters.length ?? 0) > 0
    const ownBit = page >= 0 ? 1 << page : isOtherEntry ? otherBit : 0
    const pages = importers.reduce((bits, importer) => bits | pagesOf(importer, context), ownBit)
    known.set(id, pages)
    return pages
  }

  const validating = new Map<string, boolean>()
  function importsValidation(id: string, context: Rolldown.ChunkingContext): boolean {
    const before = validating.get(id)
    if (before !== undefined) return before
    validating.set(id, false)
    const imported = context.getModuleInfo(id)?.importedIds ?? []
    const does = validation.test(id) || imported.some((other) => importsValidation(other, context))
    validating.set(id, does)
    return does
  }

  /** With one bit for the pages with forms and all others. */
  const firstPagesOf = (bits: number) => (bits & firstBits) | (bits > firstBits ? firstBits + 1 : 0)
  const sets = Array.from({ length: 2 ** (firstPages.length + 1) }, (_, bits) => bits)
  const count = (bits: number) => bits.toString(2).replaceAll('0', '').length
  const groupName = (nameOf: (bits: number) => string | null) => (id: string, context: Rolldown.ChunkingContext) =>
    barrels.test(id) ? null : nameOf(pagesOf(id, context))
  // Dashboards use some fields without the libraries of the forms.
  const groupOfForms =
    (nameOf: (isHeavy: boolean) => string | null) => (id: string, context: Rolldown.ChunkingContext) => {
      const bits = barrels.test(id) ? 0 : pagesOf(id, context)
      const areForms = (bits & firstBits) === 0 && count(bits & formBits) > 1
      return areForms ? nameOf(importsValidation(id, context)) : null
    }
  return [
    { name: 'base', tags: ['$initial'], priority: 100 },
    // A group takes along what its modules import, so what more pages share is grouped before. The little that the home page
    // shares with the search is one file, whatever other pages use it.
    { name: groupName((bits) => ((bits & 0b11) === 0b11 ? 'shared' : null)), priority: 90 },
    ...sets
      .filter((bits) => count(bits) > 1)
      .map((bits) => ({
        name: groupName((pages) => (firstPagesOf(pages) === bits ? `shared-${bits}` : null)),
        priority: 10 * count(bits),
      })),
    { name: groupOfForms((isHeavy) => (isHeavy ? null : 'fields')), priority: 6 },
    { name: groupOfForms(() => 'forms'), priority: 5 },
    // Needed when the registration of a centre opens, so the schemas must not take them along.
    { name: 'keys', test: /\/contract\/(?:modalities|session-minutes|weekday-keys)\.ts$/, priority: 4 },
    // The schemas that several forms load once the visitor reaches them.
    {
      name: (id, context) => (contractOrZod.test(id) && importsValidation(id, context) ? 'schemas' : null),
      minShareCount: 4,
    },
  ]
}

// oxlint-disable-next-line no-default-export -- Vite reads its configuration from the default export.
export default defineConfig(({ command }) => ({
  plugins: [
    browserContract(),
    replacedModules(),
    iconMarkup(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'web',
      router: { addExtensions: true, quoteStyle: 'single', semicolons: false },
      importProtection: { client: { files: ['server/**'] }, server: { files: ['server/**'] } },
    }),
    react(),
    precompress(),
  ],
  build: {
    // An inlined font would be a data: URL, which the content security policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Shorter than the preset: the first script lists the name of every file that loads later.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: groupsOfPages() },
      },
    },
  },
  // A bundled React uses its production build for any NODE_ENV and renders a fifth faster.
  environments: { ssr: { resolve: { noExternal: command === 'build' ? true : undefined } } },
  server: { watch: { ignored: ['**/data/**', '**/dist/**', '**/e2e/**', '**/server/**'] } },
}))
