import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { filesOfPart, lazyParts } from './scripts/lazy-parts.ts'
import { browserContract } from './scripts/speed/browser-contract.ts'
import { iconMarkup } from './scripts/speed/icon-markup.ts'
import { groupsOfPages } from './scripts/speed/page-groups.ts'
import { precompress } from './scripts/speed/precompress.ts'
import { pureContract } from './scripts/speed/pure-contract.ts'
import { replacedModules } from './scripts/speed/replaced-modules.ts'
import { keepSourceMaps } from './scripts/speed/source-maps.ts'
import { compilerTargets, supportedBrowsers } from './scripts/supported-browsers.ts'

// oxlint-disable-next-line no-default-export -- Vite reads its configuration from the default export.
export default defineConfig(({ command }) => ({
  plugins: [
    browserContract(),
    pureContract(),
    replacedModules(),
    lazyParts(),
    iconMarkup(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'web',
      router: { addExtensions: true, quoteStyle: 'single', semicolons: false },
      importProtection: { client: { files: ['server/**'] }, server: { files: ['server/**'] } },
    }),
    react(),
    supportedBrowsers(),
    keepSourceMaps(),
    precompress(),
  ],
  build: {
    target: compilerTargets(),
    // The licences of the libraries in the scripts, which a copy of them has to carry.
    license: { fileName: 'licenses.txt' },
    // An inlined font would be a data: URL, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filesOfPart },
    rolldownOptions: {
      output: {
        // Shorter than the preset: the first script lists the name of every file that loads later.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: groupsOfPages() },
      },
    },
  },
  // A bundled React uses its production build for any NODE_ENV and renders a fifth faster.
  environments: {
    client: { build: { sourcemap: 'hidden' } },
    ssr: { resolve: { noExternal: command === 'build' ? true : undefined } },
  },
  server: { watch: { ignored: ['**/data/**', '**/dist/**', '**/e2e/**', '**/server/**'] } },
}))
