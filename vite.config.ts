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
import { filesOfPart, lazyParts } from './scripts/lazy-parts.ts'
import { pureContract } from './scripts/pure-contract.ts'
import { replacedModules } from './scripts/replaced-modules.ts'
import { compilerTargets, supportedBrowsers } from './scripts/supported-browsers.ts'

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

const validation = /\/node_modules\/(?:zod|react-hook-form)\//

const ofContract = /\/contract\/[\w-]+\.ts$/
const contractOrZod = /\/(?:contract|node_modules\/zod)\//

/** The pages that a visitor opens first, and those with a form. Each loads few files, and little that it doesn't need. */
const namedPages = {
  home: 'index',
  search: 'centers.index',
  center: 'centers.$centerId',
  service: 'services.$slug',
  login: 'login',
  'forgot-password': 'forgot-password',
  register: 'register',
  'register-center': 'register-center',
  contact: 'contact',
} as const

type Page = keyof typeof namedPages | 'other'

const formPages = ['login', 'forgot-password', 'register', 'register-center', 'contact'] as const

/** A group takes along what its modules import, so the groups that more pages share come first. */
const groupNames = [
  ...['home-search', 'home', 'cards', 'search', 'services', 'fields', 'controls', 'forms'],
  ...formPages,
  'profile',
]

type Traits = { pages: ReadonlySet<Page>; isHeavy: boolean; isOfRegistration: boolean }

/** @returns the name of the group of a module that several pages load, or null when the bundler decides */
function groupOf({ pages, isHeavy, isOfRegistration }: Traits): string | null {
  if (pages.size < 2) return null
  if (pages.has('home')) return pages.has('search') ? 'home-search' : 'home'
  const [form, secondForm] = formPages.filter((page) => pages.has(page))
  if (pages.has('search')) return form || pages.has('service') ? 'cards' : 'search'
  if (pages.has('service') || (pages.has('center') && form)) return 'services'
  if (pages.has('center')) return 'profile'
  const isOfSignIn = form === 'login' || form === 'forgot-password'
  // Dashboards use these, too, and need nothing of a registration and no library of the forms.
  if (form && !isOfSignIn && !isHeavy && !isOfRegistration) return 'controls'
  if (!secondForm) return form ?? null
  return isHeavy || !isOfSignIn ? 'forms' : 'fields'
}

/**
 * Small files compress badly and each is a request of its own, so modules are grouped: the code that every page loads is
 * one file, and what named pages share with others is a few more. All pages without a name count as one.
 */
function groupsOfPages(): Rolldown.CodeSplittingGroup[] {
  const known = new Map<string, Set<Page>>()

  /** The pages that import the module, directly or not. */
  function pagesOf(id: string, context: Rolldown.ChunkingContext): Set<Page> {
    const before = known.get(id)
    if (before) return before
    const pages = new Set<Page>()
    // Modules may import each other.
    known.set(id, pages)
    const info = context.getModuleInfo(id)
    const page = pageOf(id)
    if (page) pages.add(page)
    else if ((info?.dynamicImporters.length ?? 0) > 0) pages.add('other')
    for (const importer of info?.importers ?? []) {
      if (ofContract.test(importer)) continue
      for (const other of pagesOf(importer, context)) pages.add(other)
    }
    return pages
  }

  /** An import from the contract does not count, because it may be of a limit or a sentence. A form imports a library, too. */
  const validating = new Map<string, boolean>()
  function importsValidation(id: string, context: Rolldown.ChunkingContext): boolean {
    const before = validating.get(id)
    if (before !== undefined) return before
    validating.set(id, false)
    const imported = context.getModuleInfo(id)?.importedIds ?? []
    const isHeavy =
      validation.test(id) || imported.some((other) => !ofContract.test(other) && importsValidation(other, context))
    validating.set(id, isHeavy)
    return isHeavy
  }

  function nameOf(id: string, context: Rolldown.ChunkingContext): string | null {
    // A few bytes, which any group would take along.
    if (id.endsWith('/queryOptions.js')) return 'cards'
    if (barrels.test(id)) return null
    const isOfRegistration = id.includes('/registration/')
    return groupOf({ pages: pagesOf(id, context), isHeavy: importsValidation(id, context), isOfRegistration })
  }

  return [
    { name: 'base', tags: ['$initial'], priority: 100 },
    // Without a group of its own, the first group with a write would take it along.
    { name: 'mutations', test: /\/(?:mutationObserver|useMutation)\.js$/, priority: 99 },
    ...groupNames.map((name, index) => ({
      name: (id: string, context: Rolldown.ChunkingContext) => (nameOf(id, context) === name ? `${name}-shared` : null),
      priority: 98 - index,
    })),
    // The schemas that several forms load once the visitor reaches them.
    {
      name: (id, context) => (contractOrZod.test(id) && importsValidation(id, context) ? 'schemas' : null),
      minShareCount: 4,
    },
  ]
}

function pageOf(id: string): Page | undefined {
  const [, route] = id.match(/\/web\/routes\/([\w.$-]{1,80})\.tsx\?tsr-split=component$/) ?? []
  return (Object.keys(namedPages) as (keyof typeof namedPages)[]).find((page) => namedPages[page] === route)
}

// oxlint-disable-next-line no-default-export -- Vite reads its configuration from the default export.
export default defineConfig(({ command }) => ({
  plugins: [
    browserContract(),
    pureContract(),
    replacedModules(),
    lazyParts(),
    iconMarkup(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'web',
      router: { addExtensions: true, quoteStyle: 'single', semicolons: false },
      importProtection: { client: { files: ['server/**'] }, server: { files: ['server/**'] } },
    }),
    react(),
    supportedBrowsers(),
    precompress(),
  ],
  build: {
    target: compilerTargets(),
    // An inlined font would be a data: URL, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filesOfPart },
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
