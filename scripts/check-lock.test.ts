import { expect, test } from 'vitest'
import { checkLock } from './check-lock.ts'

const integrity = 'sha512-x'

test('a lock with the hash of every package, also of those inside another, has no problem', () => {
  expect(
    checkLock({
      '': { optionalDependencies: { tool: '1.0.0' } },
      'node_modules/tool': { integrity, optionalDependencies: { '@tool/linux': '1.0.0', inner: '1.0.0' } },
      'node_modules/@tool/linux': { integrity },
      'node_modules/@tool/linux/node_modules/bundled': { inBundle: true },
      'node_modules/tool/node_modules/inner': { integrity, optionalDependencies: { '@tool/linux': '1.0.0' } },
    }),
  ).toEqual([])
})

test('an entry without a hash, one that names a registry, and a missing platform are refused', () => {
  expect(
    checkLock({
      '': {},
      'node_modules/tool': { integrity, optionalDependencies: { '@tool/linux': '1.0.0', '@tool/darwin': '1.0.0' } },
      'node_modules/@tool/linux': {},
      'node_modules/other': { integrity, resolved: 'https://registry.example/other.tgz' },
    }),
  ).toEqual([
    '@tool/darwin is missing, which node_modules/tool needs on another platform.',
    'node_modules/@tool/linux has no hash.',
    'node_modules/other names the address https://registry.example/other.tgz.',
  ])
})
