// Rejects files outside the closed list of a server feature, catch-all names (utils, helpers, …), a second way to throw errors
// or to clean up in tests, imports of test support outside tests, statements that select every column, packages that a
// server without the build's tools lacks, and import cycles between the browser's features.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { root } from './setup.mjs'

/** A role of more than about 300 lines becomes a folder with one file per verb or part. */
const splitRoles = ['routes', 'usecases', 'rules', 'repository', 'mail', 'data-export']
const roles = [...splitRoles, 'policy', 'errors', 'jobs', 'calendar', 'types']
/** The authentication service implements its own protocol at /auth/v1, and has a folder for each of its subjects. */
const subjectFolders = ['endpoints', 'factors', 'links', 'passwords', 'protocol', 'providers', 'sessions'].map(
  (name) => `auth/${name}`,
)
const catchAlls = /^(utils?|helpers?|misc|common|shared|stuff|index)(\.|$)/

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = listed.split('\n').filter((file) => /^(contract|server|web|e2e|bench|scripts)\//.test(file))
const problems = [
  ...files.flatMap((file) => [
    ...checkCatchAll(file),
    ...checkFeatureFile(file),
    ...checkErrors(file),
    ...checkTeardown(file),
    ...checkTestSupport(file),
    ...checkColumns(file),
    ...checkPackages(file),
  ]),
  ...checkSplitRoles(),
  ...checkWebCycles(),
]
if (problems.length > 0) console.log(problems.join('\n'))
process.exit(problems.length > 0 ? 1 : 0)

function checkCatchAll(file) {
  // A router's file name is a URL, and its index is a page.
  const parts = file.startsWith('web/routes/') ? [] : file.split('/')
  const catchAll = parts.find((part) => catchAlls.test(part))
  return catchAll
    ? [`${file}: "${catchAll}" doesn't say what is inside; name it for what it does (format-money.ts, slot-grid.ts).`]
    : []
}

function checkFeatureFile(file) {
  const [side, folder, noun, ...rest] = file.split('/')
  if (side !== 'server' || folder !== 'features' || rest.length === 0) return []
  const name = basename(file).replace(/(\.test)?\.ts$/, '')
  const isTest = file.endsWith('.test.ts')
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
  if (rest.length === 1) {
    const role = roles.find((known) => name === `${noun}.${known}`)
    // A test has the name of the file that it tests, or of the circumstance that it covers.
    if (role || (isTest && (kebab.test(name) || name.startsWith(`${noun}.`)))) return []
  }
  if (rest.length === 2 && splitRoles.includes(rest[0]) && kebab.test(name)) return []
  if (rest.length === 2 && subjectFolders.includes(`${noun}/${rest[0]}`)) return []
  return [
    `${file}: a server feature holds ${noun}.<role>.ts, where the role is one of ${roles.join(', ')}; ` +
      `a role that grows becomes a folder (${splitRoles.join('/, ')}/) with a file per verb. Integrations belong in server/platform/.`,
  ]
}

/** One way to throw: each feature creates its `fail` once, in its errors file. */
function checkErrors(file) {
  const [, noun] = /^server\/features\/([^/]+)\/.*\.ts$/.exec(file) ?? []
  if (!noun || file === `server/features/${noun}/${noun}.errors.ts` || !existsSync(join(root, file))) return []
  const text = readFileSync(join(root, file), 'utf8')
  if (/\bfailWith\b/.test(text)) {
    return [`${file}: failWith belongs in ${noun}.errors.ts only: add the contract's map there, and import fail here.`]
  }
  if (/features\/[^/']+\/[^/']+\.errors\.ts'/.test(text)) {
    return [
      `${file}: this fail belongs to another feature: add the contract's map to ${noun}.errors.ts and use that one.`,
    ]
  }
  return []
}

/** Shared test modules are loaded once for all test files, so a hook in one would run only after the first file. */
function checkTeardown(file) {
  if (!/^server\/testing\/[^/]+\.ts$/.test(file) || basename(file) === 'close-resources.ts') return []
  return existsSync(join(root, file)) && /^(before|after)(All|Each)\(/m.test(readFileSync(join(root, file), 'utf8'))
    ? [`${file}: a hook here runs only for the first file that loads it; register the cleanup with onCleanup.`]
    : []
}

/** Only tests import `server/testing/`, `web/testing/` and `contract/testing/`. */
function checkTestSupport(file) {
  const isForTests = /^(server|web|contract)\/testing\/|^web\/screens\/|\.test\.tsx?$/.test(file)
  if (isForTests || !/^(server|web|contract)\/.*\.tsx?$/.test(file) || !existsSync(join(root, file))) return []
  return /'(#(server|web|contract)|\.{1,2})\/([^']*\/)?testing\//.test(readFileSync(join(root, file), 'utf8'))
    ? [`${file}: code outside tests imports nothing of a testing/ folder; move what both need to platform/.`]
    : []
}

/**
 * Statements stay prepared while a migration of another process adds a column, and PostgreSQL refuses one whose result
 * changed.
 */
function checkColumns(file) {
  if (!/^server\/(?!testing\/).*(?<!\.test)\.ts$/.test(file) || !existsSync(join(root, file))) return []
  return /\.(selectAll|returningAll)\(/.test(readFileSync(join(root, file), 'utf8'))
    ? [
        `${file}: name the columns instead of selectAll() or returningAll(): a new column would break the prepared statement.`,
      ]
    : []
}

/**
 * The running server has only `dependencies`: the pages are built before. What only development and the demonstration use is
 * imported by import().
 */
function checkPackages(file) {
  const isForTests = /\/testing\/|\.test\.ts$/.test(file)
  if (isForTests || !/^(server|contract)\/.*\.ts$/.test(file) || !existsSync(join(root, file))) return []
  const imports = readFileSync(join(root, file), 'utf8').matchAll(
    /^(?:import|export)(?! type\b)(?:[\w\s{},*$]+ from)? '((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/gm,
  )
  return [...imports]
    .map(([, name]) => name)
    .filter((name) => !Object.hasOwn(dependencies, name))
    .map((name) => `${file}: the server imports ${name}, so it belongs to the dependencies of package.json.`)
}

/** A role is a folder or a file: with both, a reader would have to look in two places. */
function checkSplitRoles() {
  const split = new Map()
  for (const file of files) {
    const [, folder, role] = /^(server\/features\/[^/]+)\/([a-z-]+)\/[^/]+$/.exec(file) ?? []
    if (splitRoles.includes(role) && existsSync(join(root, file))) split.set(`${folder}/${role}`, file)
  }
  return files.flatMap((file) => {
    const [, folder, role] =
      /^(server\/features\/([^/]+))\/\2\.([a-z-]+)(?:\.test)?\.ts$/.exec(file)?.toSpliced(2, 1) ?? []
    const sibling = split.get(`${folder}/${role}`)
    return sibling && existsSync(join(root, file))
      ? [
          `${file}: ${role}/ exists already (${sibling}); a role is a file or a folder, never both. ` +
            `Move each part to ${folder}/${role}/<verb or subject>.ts.`,
        ]
      : []
  })
}

/** Two features of the web must not depend on each other: neither could be read or changed alone. */
function checkWebCycles() {
  const uses = new Map()
  for (const file of files) {
    const [, feature] = /^web\/features\/([^/]+)\/.*\.tsx?$/.exec(file) ?? []
    if (!feature || !existsSync(join(root, file))) continue
    for (const [, used] of readFileSync(join(root, file), 'utf8').matchAll(/'#web\/features\/([^/']+)\//g)) {
      if (used === feature) continue
      if (!uses.has(feature)) uses.set(feature, new Map())
      if (!uses.get(feature).has(used)) uses.get(feature).set(used, file)
    }
  }
  const path = [...uses.keys()].map((feature) => findCycle(uses, [feature])).find(Boolean)
  if (!path) return []
  const edges = path.slice(1).map((used, at) => `  ${path[at]} → ${used} (${uses.get(path[at]).get(used)})`)
  return [
    'web/features: these features import each other in a cycle. Move what they share to web/ui or web/platform, ' +
      `or to the feature that the others depend on:\n${edges.join('\n')}`,
  ]
}

function findCycle(uses, path, seen = new Set()) {
  for (const used of uses.get(path.at(-1))?.keys() ?? []) {
    if (used === path[0]) return [...path, used]
    if (seen.has(used)) continue
    seen.add(used)
    const cycle = findCycle(uses, [...path, used], seen)
    if (cycle) return cycle
  }
  return undefined
}
