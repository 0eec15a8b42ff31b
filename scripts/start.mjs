// `npm start`: set-up, build when stale, then the server under Node 24. Runs on Node 20.
import { spawn } from 'node:child_process'

import { build, compileCache, fail, install, node, root, stopRunning } from './setup.mjs'

const stopTimeoutMs = 10_000
let server
let stopping = false

function stop() {
  if (stopping) return
  stopping = true
  stopRunning()
  if (!server) process.exit(130)
  server.kill('SIGTERM')
  setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs).unref()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
if (process.env.npm_lifecycle_event) {
  // npm passes no signal on when it is killed; then this process has another parent.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 200).unref()
}

// glibc otherwise keeps what each thread needed for a picture: six large ones left the process at 500 MB, with this at 290.
const returnsMemory = { MALLOC_MMAP_THRESHOLD_: `${1024 * 1024}` }

await install()
await build().catch((error) => fail(error.message))
// The channel closes with this process, even at kill -9, and the server stops on that.
server = spawn(node, ['server/main.ts'], {
  cwd: root,
  env: { ...compileCache, ...returnsMemory, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
server.on('error', (error) => {
  console.error(`No se pudo iniciar el servidor: ${error.message}`)
  process.exitCode = 1
})
server.on('exit', (code) => process.exit(code ?? 1))
