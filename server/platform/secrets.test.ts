import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { AlteredError, keyedHash, requireSecret, seal, sealPieces, unseal, unsealSlices } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'senda-secret-'))
afterAll(() => rmSync(folder, { recursive: true }))
const secret = Buffer.alloc(32, 1)

test('without SECRET_KEY a secret is created once, readable by this user only, and reused', () => {
  const dataDir = join(folder, 'data')
  const made = requireSecret({ secretKey: undefined, dataDir }, { mayCreate: true })
  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(requireSecret({ secretKey: undefined, dataDir }, { mayCreate: false })).toEqual(made)
  expect(requireSecret({ secretKey: 'x'.repeat(32), dataDir }, { mayCreate: false })).toEqual(
    Buffer.from('x'.repeat(32)),
  )
})

test('a missing secret file is not replaced beside data', () => {
  const dataDir = join(folder, 'lost')
  expect(() => requireSecret({ secretKey: undefined, dataDir }, { mayCreate: false })).toThrow(/secret\.key is missing/)
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)
})

test('a truncated secret file stops the start', () => {
  writeFileSync(join(folder, 'secret.key'), 'short')
  expect(() => requireSecret({ secretKey: undefined, dataDir: folder }, { mayCreate: true })).toThrow(
    /secret\.key is damaged/,
  )
})

test('a sealed text opens only unaltered and with the same secret and purpose', () => {
  const sealed = seal({ secret, purpose: 'a', text: 'llave' })
  expect(sealed.toString('latin1')).not.toContain('llave')
  expect(unseal({ secret, purpose: 'a', sealed })).toBe('llave')
  const altered = Buffer.from(sealed)
  altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1)
  expect(unseal({ secret, purpose: 'a', sealed: altered })).toBeUndefined()
  expect(unseal({ secret, purpose: 'b', sealed })).toBeUndefined()
  expect(unseal({ secret: Buffer.alloc(32, 2), purpose: 'a', sealed })).toBeUndefined()
  expect(unseal({ secret, purpose: 'a', sealed: Buffer.alloc(5) })).toBeUndefined()
})

test('a keyed hash differs by secret and purpose', () => {
  const hash = keyedHash({ secret, purpose: 'a', text: '192.0.2.1' })
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(keyedHash({ secret, purpose: 'a', text: '192.0.2.1' })).toBe(hash)
  expect(keyedHash({ secret, purpose: 'b', text: '192.0.2.1' })).not.toBe(hash)
  expect(keyedHash({ secret: Buffer.alloc(32, 2), purpose: 'a', text: '192.0.2.1' })).not.toBe(hash)
})

test('a long text is sealed in pieces while other work goes on, and opens in slices, only unaltered', async () => {
  let ticks = 0
  const ticking = setInterval(() => {
    ticks += 1
  }, 0)
  const piece = 'áé'.repeat(200_000)
  const sealed = await sealPieces({ secret, purpose: 'a', pieces: Array.from({ length: 30 }, () => piece) })
  clearInterval(ticking)
  expect(ticks).toBeGreaterThan(5)
  expect(unseal({ secret, purpose: 'a', sealed })).toBe(piece.repeat(30))
  const open = async (bytes: Buffer) => {
    async function* slices() {
      for (let from = 0; from < bytes.length; from += 1_000_000) yield bytes.subarray(from, from + 1_000_000)
    }
    const opened: Buffer[] = []
    for await (const slice of unsealSlices({ secret, purpose: 'a', slices: slices() })) opened.push(slice)
    return Buffer.concat(opened).toString()
  }
  expect(await open(sealed)).toBe(piece.repeat(30))
  const altered = Buffer.from(sealed)
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
  for (const bytes of [altered, sealed.subarray(0, -1)]) await expect(open(bytes)).rejects.toThrow(AlteredError)
})
