// For commands that start Node without one of these scripts: `node --import ./scripts/compile-cache.mjs`.
import { enableCompileCache } from 'node:module'

import { compileCache } from './setup.mjs'

enableCompileCache(compileCache.NODE_COMPILE_CACHE)
