// Refuses files outside the closed list of a server feature, and the names of drawers where anything would fit.
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'

import { root } from './setup.mjs'

const roles = [
  'routes',
  'usecases',
  'rules',
  'policy',
  'repository',
  'errors',
  'events',
  'jobs',
  'mail',
  'calendar',
  'types',
]
/** A role that grew over about 300 lines becomes a folder with one file per verb or part. */
const splitRoles = ['usecases', 'rules', 'repository', 'routes', 'mail']
/** Protocols that somebody else wrote: /auth/v1, as the browser's authentication library speaks it. */
const protocolFolders = ['accounts/service']
const drawers = /^(utils?|helpers?|misc|common|shared|stuff|index)(\.|$)/

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = listed.split('\n').filter((file) => /^(contract|server|web|e2e|bench|scripts)\//.test(file))
const problems = files.flatMap((file) => [...checkDrawer(file), ...checkFeatureFile(file)])
if (problems.length > 0) console.log(problems.join('\n'))
process.exit(problems.length > 0 ? 1 : 0)

function checkDrawer(file) {
  // A router's file name is a URL, and its index is a page.
  const parts = file.startsWith('web/routes/') ? [] : file.split('/')
  const drawer = parts.find((part) => drawers.test(part))
  return drawer
    ? [`${file}: "${drawer}" no dice qué hay adentro; nómbralo por lo que hace (format-money.ts, slot-grid.ts).`]
    : []
}

function checkFeatureFile(file) {
  const [room, folder, noun, ...rest] = file.split('/')
  if (room !== 'server' || folder !== 'features' || rest.length === 0) return []
  const name = basename(file).replace(/(\.test)?\.ts$/, '')
  const isTest = file.endsWith('.test.ts')
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
  if (rest.length === 1) {
    const role = roles.find((known) => name === `${noun}.${known}`)
    // A test may stand beside what it tests, or be named by the circumstance that it covers.
    if (role || (isTest && (kebab.test(name) || name.startsWith(`${noun}.`)))) return []
  }
  if (rest.length === 2 && splitRoles.includes(rest[0]) && kebab.test(name)) return []
  if (rest.length === 2 && protocolFolders.includes(`${noun}/${rest[0]}`)) return []
  return [
    `${file}: una función del servidor tiene ${noun}.<papel>.ts con papel ${roles.join(', ')}; ` +
      `si un papel crece, ${splitRoles.join('/, ')}/ con un archivo por verbo. Una integración va en server/platform/.`,
  ]
}
