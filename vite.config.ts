import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { browserContract } from './scripts/browser-contract.ts'

/**
 * TanStack Start's client decodes server functions from a page, with 11 KB of code. Senda has none, because the browser calls
 * the API, so a stub that throws replaces the decoder. The path is a file of a pinned package: the build fails without it. */
function withoutServerFunctions(): Plugin {
  const original = /ServerFunctionSerializationAdapter\.js$/
  const name = '\0senda:no-server-functions'
  let isMet = false
  return {
    name: 'senda:no-server-functions',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(id) {
      if (!original.test(id)) return undefined
      isMet = true
      return name
    },
    load: (id) =>
      id === name
        ? `export const ServerFunctionSerializationAdapter = {
             key: '$TSS/serverfn',
             test: () => false,
             toSerializable: () => ({}),
             fromSerializable: () => { throw new Error('no server functions here') },
           }`
        : undefined,
    buildEnd(error) {
      if (!error && !isMet)
        this.error(
          `nothing imports ${original.source} any more: look in @tanstack/start-client-core for what reads server functions now, and leave that out`,
        )
    },
  }
}

const compressible = /\.(?:js|css|svg|json|txt|xml|ico|webmanifest)$/

/** Brotli and gzip at their best level are too slow for a request, so the build compresses each asset once. */
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

const frameworks = /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|seroval|@orpc|@tanstack)\//

// oxlint-disable-next-line no-default-export -- Vite reads its configuration from the default export.
export default defineConfig(({ command }) => ({
  plugins: [
    browserContract(),
    withoutServerFunctions(),
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
    // An inlined font would be a data: URL, which the content security policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Small files compress badly on their own, so the framework code that every page needs is in one file.
        codeSplitting: { groups: [{ name: 'base', test: frameworks, minShareCount: 8 }] },
      },
    },
  },
  // A bundled React uses its production build for any NODE_ENV and renders a fifth faster.
  environments: { ssr: { resolve: { noExternal: command === 'build' ? true : undefined } } },
  server: { watch: { ignored: ['**/data/**', '**/dist/**', '**/e2e/**', '**/server/**'] } },
}))
