import { createHmac } from 'node:crypto'
import type { Role } from '#contract/roles.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { newId } from '#server/platform/ids.ts'

import { type ClientVersion, goodPassword, type Service } from './auth-service.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const periodMs = 30_000

/** The current code of an authenticator app: RFC 6238, implemented independently of the server. */
export function codeOf({ secret, at }: { secret: string; at: Date }): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / periodMs)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A code that is wrong for the current, the previous and the next step. */
export function wrongCode({ secret, at }: { secret: string; at: Date }): string {
  const near = [-1, 0, 1].map((step) => codeOf({ secret, at: new Date(at.getTime() + step * periodMs) }))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
}

/** A user with a verified address who has just signed in with the password. */
export async function signedInPerson(
  service: Service,
  { roles, version }: { version?: ClientVersion; roles?: readonly [Role, ...Role[]] } = {},
) {
  const email = `${newId()}@example.uy`
  const userId = await createAccount(service.platform, {
    email,
    fullName: 'Ana Suárez',
    roles: roles ?? ['patient'],
    password: goodPassword,
  })
  if (userId === undefined) throw new Error('the address is taken')
  const signIn = async () => {
    const client = service.client(version === undefined ? {} : { version })
    const { data, error } = await client.signInWithPassword({ email, password: goodPassword })
    if (error) throw error
    return { client, session: data.session }
  }
  return { ...(await signIn()), signIn, email, userId }
}

/** Like signedInPerson(), with a second factor that this session has used. `nextCode` returns an unused code. */
export async function personWithFactor(
  service: Service,
  input: { version?: ClientVersion; roles?: readonly [Role, ...Role[]] } = {},
) {
  const { clock } = service.platform
  const person = await signedInPerson(service, input)
  const { data, error } = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
  if (error) throw error
  const { secret } = data.totp
  const nextCode = () => {
    clock.advance(periodMs)
    return codeOf({ secret, at: clock.now() })
  }
  const verified = await person.client.mfa.challengeAndVerify({ factorId: data.id, code: nextCode() })
  if (verified.error) throw verified.error
  return { ...person, session: verified.data, factorId: data.id, secret, nextCode }
}
