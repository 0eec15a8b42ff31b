// `npm run build`: set-up and a build of stale pages, before running a single journey.
import { build, fail, install } from './setup.mjs'

await install()
await build().catch((error) => fail(error.message))
