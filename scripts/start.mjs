// `npm start`: set-up, then the server under Node 24, and beside it the build when it is stale. Runs on Node 20.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { namesDatabase, readMachine, sayMissingPostgres } from './platform.mjs'
import { compileCache, fail, findBuild, install, node, root, stopRunning } from './setup.mjs'

// The server ends itself ten seconds after its STOP_DELAY, which is at most a minute.
const stopTimeoutMs = 70_000
let server
let isStopping = false

function stop() {
  if (isStopping) return
  isStopping = true
  stopRunning()
  if (!server) process.exit(130)
  // Windows has no signals: there, closing the channel stops the server.
  if (process.platform === 'win32') server.disconnect()
  else server.kill('SIGTERM')
  setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs).unref()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
if (process.env.npm_lifecycle_event) {
  // A killed npm forwards no signal, but this process then gets another parent.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 200).unref()
}

// Without this, glibc keeps the memory that each thread used for a picture: 500 MB instead of 290 after six large ones.
const returnsMemory = { MALLOC_MMAP_THRESHOLD_: `${1024 * 1024}` }

const hasDatabaseUrl = namesDatabase({ env: process.env, file: join(root, '.env') })
const missing = sayMissingPostgres(readMachine(), { hasDatabaseUrl })
if (missing) fail(missing)
await install()
const buildPages = await findBuild()
// The server makes its database and the demonstration while the pages are built, and listens after both.
const args = buildPages ? ['server/main.ts', '--await-build'] : ['server/main.ts']
// The server stops when this channel closes, which happens even after kill -9 of this process.
server = spawn(node, args, {
  cwd: root,
  env: { ...compileCache, ...returnsMemory, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
let hasFailed = false
server.on('error', (error) => {
  console.error(`The server could not start: ${error.message}`)
  process.exitCode = 1
})
server.on('exit', (code) => {
  stopRunning()
  process.exit(hasFailed ? 1 : (code ?? 1))
})
await buildPages?.().then(
  () => server.connected && server.send('built'),
  (error) => {
    if (isStopping) return
    console.error(`\n${error.message}`)
    hasFailed = true
    stop()
  },
)
