import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { centerPassword, patientPassword } from '#contract/credentials.ts'
import { newAddress, startService } from '#server/testing/auth-service.ts'
import { createAccount } from '../usecases/create-account.ts'
import { requireGoodPassword } from './passwords.ts'

const service = await startService()
const composed = 'contraseña1!'.normalize('NFC')
const decomposed = composed.normalize('NFD')

const signIn = async (email: string, password: string) => {
  const { error } = await service.client().signInWithPassword({ email, password })
  return error?.code ?? 'signed in'
}

test.each([
  ['composed', composed, decomposed],
  ['decomposed', decomposed, composed],
  ['full-width', 'ｃontraseña1!', composed],
])('a password typed %s at the sign-up is right in another form, too', async (_, chosen, typed) => {
  const email = newAddress()
  expect((await service.client().signUp({ email, password: chosen })).error).toBeNull()
  expect(await signIn(email, typed)).toBe('signed in')
  expect(await signIn(email, chosen)).toBe('signed in')
  expect(await signIn(email, `${typed} `)).toBe('invalid_credentials')
})

test.each([
  ['decomposed', decomposed],
  ['full-width', 'ｃontraseña1!'],
])('a hash from before, of a password typed %s, still works, and is renewed at the sign-in', async (_, raw) => {
  const email = newAddress()
  const passwordHash = await hash(raw, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await createAccount(service.platform, { email, fullName: 'Ana', roles: ['patient'], password: raw, passwordHash })
  expect(await signIn(email, raw)).toBe('signed in')
  expect(await signIn(email, composed)).toBe('signed in')
  expect(await signIn(email, decomposed)).toBe('signed in')
})

test('a new password in another form of the current one is the same password', async () => {
  const client = service.client()
  await client.signUp({ email: newAddress(), password: composed })
  expect((await client.updateUser({ password: decomposed })).error?.code).toBe('same_password')
})

test('lengths count the normalised form, in the forms and on the server', () => {
  const ofSixtyBytes = `${'ñ'.repeat(30)}`.normalize('NFD')
  expect(Buffer.byteLength(ofSixtyBytes)).toBe(90)
  expect(patientPassword.safeParse(ofSixtyBytes).success).toBe(true)
  expect(() => requireGoodPassword({ password: ofSixtyBytes, userType: 'patient' })).not.toThrow()
  const ofThree = 'ñññ'.normalize('NFD')
  expect(patientPassword.safeParse(ofThree).success).toBe(false)
  expect(() => requireGoodPassword({ password: ofThree, userType: 'patient' })).toThrow()
  expect(centerPassword.safeParse('Ａbcdefg1!').success).toBe(true)
  expect(() => requireGoodPassword({ password: 'Ａbcdefg1!', userType: 'center' })).not.toThrow()
})
