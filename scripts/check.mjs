// `npm run check`: all static checks, in parallel. Prints the problems, and one line per tool with its seconds.
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { install, node, root, run } from './setup.mjs'

await install()
const bin = (name) => join(root, 'node_modules/.bin', name)
// The caches of tsc and knip for unchanged files. In node_modules, so that an install deletes them.
const cache = join(root, 'node_modules/.cache/senda-check')
mkdirSync(cache, { recursive: true })
// Each thread of tsc and oxlint computes the types again, so on two processors one thread is fastest.
const threads = Math.max(1, Math.floor(availableParallelism() / 2))
const tools = [
  {
    name: 'rules and imports (oxlint)',
    command: bin('oxlint'),
    args: ['--type-aware', '--deny-warnings'],
    env: { GOMAXPROCS: `${threads}` },
  },
  {
    name: 'types (tsc)',
    command: bin('tsc'),
    args: [
      ...['-p', '.', '--pretty', 'false', '--checkers', `${Math.min(threads, 4)}`],
      ...['--incremental', '--tsBuildInfoFile', join(cache, 'tsc.tsbuildinfo')],
    ],
  },
  {
    name: 'format and style (biome)',
    command: bin('biome'),
    args: ['check', '--error-on-warnings', '--max-diagnostics=50', '.'],
  },
  {
    name: 'dead code (knip)',
    command: bin('knip'),
    args: ['--no-progress', '--cache', '--cache-location', join(cache, 'knip')],
  },
  { name: 'words', command: node, args: ['scripts/check-words.ts'] },
  { name: 'order of the nouns', command: node, args: ['scripts/check-nouns.ts'] },
  { name: 'file names', command: node, args: ['scripts/check-names.mjs'] },
  { name: 'lock file', command: node, args: ['scripts/check-lock.ts'] },
  { name: 'regular expressions', command: node, args: ['scripts/check-patterns.ts'] },
  { name: 'clocks', command: node, args: ['scripts/check-clocks.ts'] },
  { name: 'transactions', command: node, args: ['scripts/check-transactions.ts'] },
  { name: 'name of the operator', command: node, args: ['scripts/check-brand.ts'] },
  { name: 'fonts', command: node, args: ['scripts/speed/subset-fonts.mjs', '--verify'] },
  { name: 'database types', command: node, args: ['scripts/database-types.ts', '--verify'] },
]

const results = await Promise.all(
  tools.map(async (tool) => {
    const start = performance.now()
    const { code, output } = await run({ ...tool, env: { NO_COLOR: '1', ...tool.env } })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    return { ...tool, code, output, seconds }
  }),
)
for (const { name, code, output, seconds } of results) {
  if (code !== 0) console.log(`\n${output.trim()}\n`)
  console.log(`${code === 0 ? '✓' : '✗'} ${name}: ${seconds} s`)
}
process.exit(results.some((result) => result.code !== 0) ? 1 : 0)
