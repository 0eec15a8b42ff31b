import type { Rolldown } from 'vite'

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
export function groupsOfPages(): Rolldown.CodeSplittingGroup[] {
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
