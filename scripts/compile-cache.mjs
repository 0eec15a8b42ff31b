// Where there is no script around Node that could say it in the environment: `node --import ./scripts/compile-cache.mjs`.
import { enableCompileCache } from 'node:module'

import { compileCache } from './setup.mjs'

enableCompileCache(compileCache.NODE_COMPILE_CACHE)
