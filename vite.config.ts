import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minifyContractRouter } from '@orpc/contract'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The browser needs the contract's methods and paths, not its schemas: a few hundred bytes instead of zod and all of it. */
function browserContract(): Plugin {
  const name = 'virtual:contract'
  return {
    name: 'senda:contract',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const { contract } = await import('./contract/contract.ts')
      return `export const contract = ${JSON.stringify(minifyContractRouter(contract))}`
    },
  }
}

const compressible = /\.(?:js|css|svg|json|txt|xml|ico|webmanifest)$/

/** Brotli and gzip at their best level are too slow for a request, so each asset is compressed once, here. */
function precompress(): Plugin {
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

// oxlint-disable-next-line no-default-export -- Vite reads its configuration from the default export.
export default defineConfig(({ command }) => ({
  plugins: [
    browserContract(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'web',
      router: { addExtensions: true, quoteStyle: 'single', semicolons: false },
      importProtection: { client: { files: ['server/**'] }, server: { files: ['server/**'] } },
    }),
    react(),
    precompress(),
  ],
  build: {
    // An inlined font would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
  },
  // Bundled, React renders with its production build whatever NODE_ENV is, and a fifth faster.
  environments: { ssr: { resolve: { noExternal: command === 'build' ? true : undefined } } },
  server: { watch: { ignored: ['**/data/**', '**/dist/**', '**/e2e/**', '**/server/**'] } },
}))
