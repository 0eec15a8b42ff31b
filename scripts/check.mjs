// `npm run check`: every static check at once. Prints what is wrong, and one line per tool with its seconds.
import { join } from 'node:path'

import { install, node, root, run } from './setup.mjs'

await install()
const bin = (name) => join(root, 'node_modules/.bin', name)
const tools = [
  { name: 'tipos (tsc)', command: bin('tsc'), args: ['-p', '.', '--pretty', 'false'] },
  { name: 'reglas e importaciones (oxlint)', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  {
    name: 'formato y estilo (biome)',
    command: bin('biome'),
    args: ['check', '--error-on-warnings', '--max-diagnostics=50', '.'],
  },
  { name: 'código muerto (knip)', command: bin('knip'), args: ['--no-progress'] },
  { name: 'nombres de archivos', command: node, args: ['scripts/check-names.mjs'] },
  { name: 'tipos de la base de datos', command: node, args: ['scripts/database-types.ts', '--verify'] },
]

const results = await Promise.all(
  tools.map(async (tool) => {
    const start = performance.now()
    const { code, output } = await run({ ...tool, env: { NO_COLOR: '1' } })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    return { ...tool, code, output, seconds }
  }),
)
for (const { name, code, output, seconds } of results) {
  if (code !== 0) console.log(`\n${output.trim()}\n`)
  console.log(`${code === 0 ? '✓' : '✗'} ${name}: ${seconds} s`)
}
process.exit(results.some((result) => result.code !== 0) ? 1 : 0)
