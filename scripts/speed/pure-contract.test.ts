import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'

import { pureContract } from './pure-contract.ts'

const entry = 'virtual:entry'

/** The script of a page whose code uses one value of a file of the contract. */
async function scriptWith({ name, file }: { name: string; file: string }): Promise<string> {
  const path = JSON.stringify(join(import.meta.dirname, '../../contract', file))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: entry } },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? `import { ${name} } from ${path}\nglobalThis.used = ${name}` : undefined),
      },
      pureContract(),
    ],
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return outputs.map((file) => ('code' in file ? file.code : '')).join('')
}

test.each([
  ['maxMessageLength', 'conversations.ts'],
  ['clinicalRecordLimits', 'clinical-records.ts'],
  ['documentRefusals', 'files.ts'],
  ['telehealthConsent', 'telehealth.ts'],
])('a page that uses %s of %s loads no schema', async (name, file) => {
  expect((await scriptWith({ name, file })).length).toBeLessThan(1500)
})

test('a page that uses a schema loads the Spanish messages', async () => {
  const script = await scriptWith({ name: 'typedEmail', file: 'credentials.ts' })
  expect(script).toContain('Completa este dato')
  expect(script).toContain('Por favor ingresa un email válido')
})
