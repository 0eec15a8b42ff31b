import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|txt|xml|ico|webmanifest)$/

/** Brotli and gzip at their best level are too slow for a request, so the build compresses each asset once. */
export function precompress(): Plugin {
  return {
    name: 'senda:precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async closeBundle() {
      const folder = this.environment.config.build.outDir
      const names = await readdir(folder, { recursive: true })
      await Promise.all(
        names
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const content = await readFile(join(folder, name))
            const brotli = {
              params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
            }
            await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, brotli))
            await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
          }),
      )
    },
  }
}
