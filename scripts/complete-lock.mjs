// `npm run lock`, after every change of package-lock.json. npm omits platform packages that its registry did not list, and
// `npm ci` then refuses the lock on those platforms. This adds the missing packages: name, version, platform.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fail, root } from './setup.mjs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const added = []
for (const [parentPath, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isLocked({ name, parentPath })) continue
    if (!/^\d+\.\d+\.\d+[-.\w]*$/.test(version))
      fail(`${parentPath} requires ${name}@${version}, which is not an exact version.`)
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
      ...platformOf(name),
      engines: parent.engines,
    }
    added.push(name)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  added.length === 0 ? 'The lock is complete.' : `Added to the lock: ${added.length} packages of other platforms.`,
)

/** Looks beside the package that requires it, and in every folder above. */
function isLocked({ name, parentPath }) {
  for (let folder = parentPath; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder}${folder ? '/' : ''}node_modules/${name}`]) return true
    if (folder === '' || !folder.includes('/node_modules/')) return Boolean(lock.packages[`node_modules/${name}`])
  }
}

/** The platform in the name, such as @oxlint/binding-linux-x64-musl: npm skips the package on other platforms. */
function platformOf(name) {
  const parts = name.split(/[-/]/)
  const os = systems.find((system) => parts.includes(system))
  const cpu = processors.find((processor) => parts.includes(processor))
  if (!os && cpu !== 'wasm32') fail(`The name ${name} states no known platform.`)
  const libc = os === 'linux' && (name.includes('musl') ? 'musl' : /-gnu/.test(name) ? 'glibc' : undefined)
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}) }
}
