// `npm start`: set-up, build when stale, then the server under Node 24. Runs on Node 20.
import { spawn } from 'node:child_process'

import { build, compileCache, fail, install, node, root, stopRunning } from './setup.mjs'

// The server ends itself ten seconds after its STOP_DELAY, which is at most a minute.
const stopTimeoutMs = 70_000
let server
let isStopping = false

function stop() {
  if (isStopping) return
  isStopping = true
  stopRunning()
  if (!server) process.exit(130)
  server.kill('SIGTERM')
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

await install()
await build().catch((error) => fail(error.message))
// The server stops when this channel closes, which happens even after kill -9 of this process.
server = spawn(node, ['server/main.ts'], {
  cwd: root,
  env: { ...compileCache, ...returnsMemory, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
server.on('error', (error) => {
  console.error(`The server could not start: ${error.message}`)
  process.exitCode = 1
})
server.on('exit', (code) => process.exit(code ?? 1))
