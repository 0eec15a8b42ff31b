import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createKeyRing, openWith, requireRecordKeys, SealedContentError, sealWith } from './key-ring.ts'

const folder = mkdtempSync(join(tmpdir(), 'senda-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
const one = { id: 'one', bytes: Buffer.alloc(32, 1) }
const two = { id: 'two', bytes: Buffer.alloc(32, 2) }
const binding = ['row 1', 'Ana']

test('the first key encrypts, and every key of the ring decrypts what names it', () => {
  const sealed = sealWith(createKeyRing([one]), { text: 'Lumbalgia', binding })
  expect(sealed.keyId).toBe('one')
  expect(sealed.nonce).toHaveLength(12)
  expect(sealed.sealed.toString('latin1')).not.toContain('Lumbalgia')
  const both = createKeyRing([two, one])
  expect(openWith(both, { ...sealed, binding })).toBe('Lumbalgia')
  expect(sealWith(both, { text: 'Lumbalgia', binding }).keyId).toBe('two')
})

test('a content opens only unaltered, in its own row, and with the key that encrypted it', () => {
  const ring = createKeyRing([one])
  const sealed = sealWith(ring, { text: 'Lumbalgia', binding })
  const altered = Buffer.from(sealed.sealed)
  altered.writeUInt8(altered.readUInt8(0) ^ 1, 0)
  expect(() => openWith(ring, { ...sealed, sealed: altered, binding })).toThrow(SealedContentError)
  expect(() => openWith(ring, { ...sealed, binding: ['row 2', 'Ana'] })).toThrow(SealedContentError)
  expect(() => openWith(createKeyRing([two]), { ...sealed, binding })).toThrow(/no key "one"/)
  expect(() => openWith(createKeyRing([{ ...two, id: 'one' }]), { ...sealed, binding })).toThrow(SealedContentError)
  expect(() => openWith(ring, { ...sealed, sealed: Buffer.alloc(5), binding })).toThrow(SealedContentError)
})

test('two contents of the same text have different nonces and ciphertexts', () => {
  const ring = createKeyRing([one])
  const sealed = [1, 2].map(() => sealWith(ring, { text: 'Lumbalgia', binding }).sealed.toString('hex'))
  expect(new Set(sealed).size).toBe(2)
})

test('outside production a key is made once, readable by this user only, and reused', () => {
  const dataDir = join(folder, 'data')
  const made = requireRecordKeys({ recordKeys: undefined, dataDir, production: false }, { mayCreate: true })
  expect(readdirSync(dataDir)).toEqual(['record.keys'])
  expect(statSync(join(dataDir, 'record.keys')).mode & 0o777).toBe(0o600)
  expect(requireRecordKeys({ recordKeys: undefined, dataDir, production: false }, { mayCreate: true }).current.id).toBe(
    made.current.id,
  )
  expect(readFileSync(join(dataDir, 'record.keys'), 'utf8')).toMatch(/^local-[0-9a-f]{8}:[\w+/]{43}=\n$/)
  expect(requireRecordKeys({ recordKeys: [one], dataDir, production: false }, { mayCreate: true }).current.id).toBe(
    'one',
  )
})

test('production without a key, and a damaged file, stop the start with one line', () => {
  expect(() =>
    requireRecordKeys({ recordKeys: undefined, dataDir: folder, production: true }, { mayCreate: true }),
  ).toThrow(/^RECORD_KEYS is missing\..*$/)
  writeFileSync(join(folder, 'record.keys'), 'local:abc')
  expect(() =>
    requireRecordKeys({ recordKeys: undefined, dataDir: folder, production: false }, { mayCreate: true }),
  ).toThrow(/^\S+record\.keys is damaged\..*$/)
})
