import { build } from 'vite'
import { expect, test } from 'vitest'

import { filesOfPart, lazyParts } from './lazy-parts.ts'

/** Builds one module as the browser's code. */
async function buildModule(code: string) {
  return await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { ...lazyParts(), applyToEnvironment: () => true },
      {
        name: 'module',
        resolveId: (id) => (id === 'entry.js' || id === './part.js' ? `/${id.replace('./', '')}` : undefined),
        load: (id) =>
          id === '/entry.js' ? code : id === '/part.js' ? 'export const part = document.title' : undefined,
      },
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: { polyfill: false, resolveDependencies: filesOfPart },
      rolldownOptions: { input: 'entry.js' },
    },
  })
}

test('an import() fetches the files of its part first, also when the part is a single file', async () => {
  const result = await buildModule("import('./part.js').then(({ part }) => console.log(part))")
  const text = JSON.stringify(result)
  expect(text).toMatch(/loadPart\(async .*?import\(.*?__vite__mapDeps\(\[0\]\)/)
  expect(text).toContain('assets/part-')
})

test('the build refuses an import() that Vite does not wrap', async () => {
  const building = buildModule(
    "import('./part.js'); globalThis.load = (name) => new Function('n', 'return import(n)')(name)",
  )
  await expect(building).rejects.toThrow('2 calls of import(), of which Vite wraps 1')
})
