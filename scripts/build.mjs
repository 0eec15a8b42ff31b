// `npm run build`: set-up, and the pages when they are stale, for journeys that are run one at a time.
import { build, fail, install } from './setup.mjs'

await install()
await build().catch((error) => fail(error.message))
