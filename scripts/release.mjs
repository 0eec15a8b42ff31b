// `npm run release`: set-up, a build of stale pages, and pack-release.ts under Node 24 with the same arguments.
import { build, fail, install, node, run } from './setup.mjs'

await install()
await build().catch((error) => fail(error.message))
const args = ['scripts/pack-release.ts', ...process.argv.slice(2)]
process.exitCode = (await run({ command: node, args, show: true })).code
