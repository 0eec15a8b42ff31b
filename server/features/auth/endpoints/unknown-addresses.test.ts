import { describe, expect, test } from 'vitest'

import { goodPassword } from '#server/testing/auth-service.ts'
import { buildCenter } from '#server/testing/builders.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import {
  type App,
  type Attempt,
  buildPeople,
  observe,
  observeEach,
  type Step,
  startApp,
} from '#server/testing/strangers.ts'
import {
  pdf,
  photo,
  type RegistrationForm,
  registrationBody,
  registrationForm,
  type Upload,
} from '#server/testing/uploads.ts'

const open = await startApp()
const guarded = await startApp({ captcha: { provider: 'hcaptcha', siteKey: 'site', secret: 'hush' } })

async function expectSame(app: App, attempt: Attempt): Promise<string[]> {
  const [unknown = [], unconfirmed, confirmed] = await observeEach(app, attempt)
  expect({ unconfirmed, confirmed }).toEqual({ unconfirmed: unknown, confirmed: unknown })
  return unknown
}

const auth = (path: string, more: object = {}, input: Pick<Step, 'headers'> = {}) => {
  return (email: string): Step => ({ path: `/auth/v1${path}`, body: { email, ...more }, ...input })
}
const signUp = (more: object = {}) => auth('/signup', { password: goodPassword, data: { full_name: 'Ana' }, ...more })
const asCenter = { user_type: 'center', full_name: 'Ana', centerName: 'Centro del Cerro' }
const challenge = (code_challenge: string, code_challenge_method: string) => ({ code_challenge, code_challenge_method })
const code = (type: string) => auth('/verify', { type, token: '123456' })

type Change = { [Part in keyof RegistrationForm]?: object }
function registerCenter(change: Change = {}, files: Record<string, Upload> = {}) {
  return (email: string): Step => {
    const form = registrationForm({ email })
    const changed = Object.entries(form).map(([part, values]) => [part, { ...values, ...change[part as keyof Change] }])
    return {
      path: '/api/v1/centers',
      body: registrationBody({ form: Object.fromEntries(changed), files }),
    }
  }
}

const image = { content: await photo(), name: 'yo.jpg' }
const document = { content: pdf(), name: 'título.pdf' }
const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
const repeat = <One>(count: number, one: One) => Array.from({ length: count }, () => one)

type Case = [name: string, status: number, ...steps: ((email: string) => Step)[]]
/** The status is the last response's, so that each case provably reaches what its name says. */
const cases: Case[] = [
  ['a sign-up', 200, signUp()],
  ['a sign-up without a password', 400, signUp({ password: '' })],
  ['a sign-up with a weak password', 422, signUp({ password: '123' })],
  ['a sign-up with a password that is too long', 400, signUp({ password: 'á'.repeat(37) })],
  ['a centre’s sign-up', 200, signUp({ password: 'Senda-2026!', data: asCenter })],
  ['a centre’s sign-up with a patient’s password', 422, signUp({ data: asCenter })],
  [
    'a centre’s sign-up with texts longer than their columns',
    200,
    signUp({
      password: 'Senda-2026!',
      data: { ...asCenter, centerName: 'C'.repeat(9_000), specialty: 'E'.repeat(3_000) },
    }),
  ],
  [
    'a centre’s sign-up with values of other kinds',
    200,
    signUp({
      password: 'Senda-2026!',
      data: { user_type: 'center', centerName: 7, specialty: ['a'], responsible: null },
    }),
  ],
  ['a sign-up with an address in a name', 400, signUp({ data: { full_name: 'www.example.uy' } })],
  ['a sign-up with a false telephone number', 400, signUp({ data: { phone: '12' } })],
  ['a sign-up with a telephone number longer than any', 200, signUp({ data: { phone: '9'.repeat(400) } })],
  [
    'a sign-up with values of other kinds',
    200,
    signUp({ data: { full_name: 7, phone: ['099'], address: { a: 1 }, birth_date: 'ayer', accepted_terms: true } }),
  ],
  [
    'a sign-up with texts longer than their columns',
    200,
    signUp({ data: { full_name: 'A'.repeat(5_000), address: 'B'.repeat(5_000) } }),
  ],
  ['a sign-up with metadata that is too large', 400, signUp({ data: { a: 'x'.repeat(17_000) } })],
  ['a sign-up with metadata that is too deep', 400, signUp({ data: nested(9) })],
  ['a sign-up with too many keys', 400, signUp({ data: Object.fromEntries(repeat(101, 0).map((_, n) => [n, n])) })],
  ['a sign-up with a character that cannot be stored', 400, signUp({ data: { full_name: 'A\u0000' } })],
  ['a sign-up with a key that cannot be stored', 400, signUp({ data: { 'A\u0000': 1 } })],
  ['a sign-up with half of a character', 400, signUp({ data: { full_name: 'A\ud800' } })],
  ['a sign-up by PKCE', 200, signUp(challenge('a'.repeat(43), 's256'))],
  ['a sign-up by PKCE with a challenge that is too short', 400, signUp(challenge('a', 's256'))],
  ['a sign-up by PKCE with an unknown method', 400, signUp(challenge('a'.repeat(43), 'md5'))],
  [
    'a sign-up that names a foreign page',
    200,
    auth('/signup?redirect_to=https://evil.example/', { password: goodPassword }),
  ],
  [
    'a sign-up that names a foreign page in a header',
    200,
    auth('/signup', { password: goodPassword }, { headers: { redirect_to: 'javascript:alert(1)' } }),
  ],
  [
    'a sign-up in the newer version of the protocol',
    200,
    auth('/signup', { password: goodPassword }, { headers: { 'x-supabase-api-version': '2024-01-01' } }),
  ],
  ['a second sign-up at once', 429, signUp(), signUp()],
  [
    'a second sign-up with another password, weak at first',
    429,
    signUp({ password: '1' }),
    signUp(),
    signUp({ password: 'de-otra-persona' }),
  ],
  ['eleven sign-ups', 429, ...repeat(11, signUp())],
  ['sixty-one sign-ups from one network address', 429, ...repeat(61, signUp({ password: '1' }))],
  ['a link to sign in', 200, auth('/otp', { data: {} })],
  [
    'a link to sign in, with data and a challenge',
    200,
    auth('/otp', { data: asCenter, ...challenge('a'.repeat(43), 's256') }),
  ],
  ['a link to sign in, with metadata that is too large', 400, auth('/otp', { data: { a: 'x'.repeat(17_000) } })],
  ['a second link to sign in at once', 429, auth('/otp'), auth('/otp')],
  ['a recovery', 200, auth('/recover')],
  ['a recovery that names a foreign page', 200, auth('/recover?redirect_to=https://evil.example/')],
  ['a second recovery at once', 429, auth('/recover'), auth('/recover')],
  ['another mail of the sign-up', 200, auth('/resend', { type: 'signup' })],
  ['two more mails of the sign-up', 429, auth('/resend', { type: 'signup' }), auth('/resend', { type: 'signup' })],
  ['a mail of a change of address once more', 200, auth('/resend', { type: 'email_change' })],
  ['a mail of an unknown kind once more', 400, auth('/resend', { type: 'sms' })],
  ['a sign-in with a wrong password', 400, auth('/token?grant_type=password', { password: 'equivocada' })],
  ['eleven sign-ins with a wrong password', 429, ...repeat(11, auth('/token?grant_type=password', { password: 'no' }))],
  [
    'a sign-up, and a sign-in with another password',
    400,
    signUp(),
    auth('/token?grant_type=password', { password: 'no' }),
  ],
  ...['signup', 'recovery', 'magiclink', 'invite', 'email_change', 'email'].map(
    (type): Case => [`seven guesses at a code of ${type}`, 403, ...repeat(7, code(type))],
  ),
  [
    'a sign-up, a link to sign in, a recovery, a mail once more and a guess at a code',
    403,
    signUp(),
    auth('/otp'),
    auth('/recover'),
    auth('/resend', { type: 'signup' }),
    code('email'),
  ],
  ['a link to sign in, and then a sign-up', 200, auth('/otp', { data: { a: 1 } }), signUp()],
  ['a recovery, and then a sign-up', 200, auth('/recover'), signUp()],
  ['a centre’s registration', 201, registerCenter()],
  [
    'a centre’s registration with files',
    201,
    registerCenter({}, { profilePhoto: image, logo: image, certifications: document }),
  ],
  [
    'a centre’s registration with a picture that is not an image',
    422,
    registerCenter({}, { logo: { content: 'no', name: 'logo.png' } }),
  ],
  [
    'a centre’s registration with a document that is not a PDF',
    422,
    registerCenter({}, { certifications: { content: 'no', name: 'a.pdf' } }),
  ],
  [
    'a centre’s registration with a weak password',
    422,
    registerCenter({ accessData: { password: 'debil', confirmPassword: 'debil' } }),
  ],
  ['a centre’s registration without specialties', 422, registerCenter({ personalInfo: { specialties: ' , ' } })],
  [
    'a centre’s registration with a false telephone number',
    422,
    registerCenter({ centerInfo: { contactPhone: '12' } }),
  ],
  [
    'a centre’s registration in an unknown department',
    422,
    registerCenter({ centerInfo: { department: 'Atlántida' } }),
  ],
  [
    'a centre’s registration with hours that end before they begin',
    422,
    registerCenter({ availability: { mondayStart: '18:00' } }),
  ],
  ['a centre’s registration without the terms', 422, registerCenter({ terms: { acceptTerms: false } })],
  ['a centre’s registration twice', 201, registerCenter(), registerCenter()],
  ['a centre’s registration eleven times', 429, ...repeat(11, registerCenter())],
  ['a centre’s registration, and then a sign-up', 200, registerCenter(), signUp()],
  ['a sign-up, and then a centre’s registration', 201, signUp(), registerCenter()],
]

describe('where the address must be confirmed, a stranger can’t learn whether it has an account', () => {
  test.for(cases)('from %s', async ([, status, ...steps]) => {
    const seen = await expectSame(open, (email) => steps.map((step) => step(email)))
    expect(seen.at(-1)).toMatch(new RegExp(`^\\S+ ${status} `))
  })

  const mailing = ['/signup', '/otp', '/recover', '/resend', '/token?grant_type=password']
  test.for(mailing)('from %s without a captcha', async (path) => {
    const seen = await expectSame(guarded, (email) => [
      auth(path, { password: goodPassword, type: 'signup' })(email),
      auth(path, { password: goodPassword, type: 'signup', gotrue_meta_security: { captcha_token: '' } })(email),
    ])
    expect(seen.join()).toContain('captcha_failed')
  })

  test('from a centre’s registration without a captcha', async () => {
    const seen = await expectSame(guarded, (email) => [registerCenter()(email)])
    expect(seen.join()).toContain('centers.captcha_failed')
  })

  test('from inviting it into a team, or from the page of an invitation that was never mailed', async () => {
    const seen = await Promise.all(
      (await buildPeople(open)).map(async (person) => {
        const { userId } = await buildSignedIn(open.platform, { fullName: 'Rita', roles: ['center'] })
        await buildCenter(open.platform, { ownerId: userId })
        const invited = { role: 'reception', professionalId: null }
        const accepted = { fullName: 'Ana', password: goodPassword, phone: '099 123 456', acceptTerms: true }
        const unknownInvitation = { path: `/api/v1/center-invitations/${'a'.repeat(43)}/register`, body: accepted }
        return observe(open, {
          ...person,
          bearer: userId,
          attempt: (email) => [
            { path: `/api/v1/centers/${userId}/invitations`, body: { email, ...invited } },
            { path: `/api/v1/centers/${userId}/invitations`, body: { email, ...invited } },
            unknownInvitation,
          ],
        })
      }),
    )
    const [unknown, unconfirmed, confirmed] = seen
    expect({ unconfirmed, confirmed }).toEqual({ unconfirmed: unknown, confirmed: unknown })
    expect(unknown?.map((each) => each.split(' ')[1])).toEqual(['200', '200', '404'])
  })
})

test('where addresses need no confirmation, a second sign-up gets the error that the address is registered, as the protocol specifies', async () => {
  const app = await startApp({ requireEmailConfirmation: false })
  const seen = await observeEach(app, (email) => [signUp()(email)])
  expect(seen.map(([each = '']) => each.split(' ')[1])).toEqual(['200', '422', '422'])
})
