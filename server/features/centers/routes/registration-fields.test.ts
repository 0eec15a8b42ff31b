import { beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '#server/testing/app-server.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { countRows, register } from '#server/testing/registrations.ts'
import { stormSize } from '#server/testing/storm.ts'
import { registrationForm } from '#server/testing/uploads.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})
const email = 'elena@ejemplo.uy'

describe('the fields of a registration', () => {
  const badValues: unknown[] = [
    'x',
    '🧘',
    '👩‍👩‍👧',
    'مرحبا \u202e\u200f',
    'ñandú 🌿 '.repeat(1250),
    'ﬀ'.repeat(200),
    'a\0b',
    '\ud800',
    "'; drop table users; --",
    '%_%\\',
    '-1',
    1e308,
    -1,
    1.5,
    null,
    true,
    ['Presencial', { a: 1 }],
    [{ serviceType: 'reiki', name: '🧘', priceCents: 0, durationMinutes: 15 }],
    [{ serviceType: 'reiki', name: 'Reiki', priceCents: 1e8 + 1, durationMinutes: 15 }],
    [{ serviceType: 'constructor', name: 'Reiki', priceCents: 1, durationMinutes: 14.5 }],
    JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
  ]
  // `npm test` takes every third value, others for the next field; `npm run storm` takes all.
  const share = stormSize({ short: 3, long: 1 })
  let people = 0
  const newForm = () => {
    people += 1
    return registrationForm({ email: `persona-${people}@ejemplo.uy` })
  }
  const steps = Object.entries(registrationForm({ email })).map(
    ([step, values]) => [step, Object.keys(values)] as const,
  )

  test.for(steps)(
    'with any value are either stored or refused with a readable message: %s',
    { timeout: 60_000 },
    async ([step, fields]) => {
      const { url } = await startTestServer({ platform })
      let accepted = 0
      for (const [i, field] of ['', ...fields].entries()) {
        for (const value of badValues.filter((_, j) => (i + j) % share === 0)) {
          await platform.db.deleteFrom('rate_limits').execute()
          const form: Record<string, unknown> = newForm()
          form[step] = field === '' ? value : { ...(form[step] as object), [field]: value }
          const { status, body } = await register(platform, { url, form })
          expect(status, `${step}.${field} is ${JSON.stringify(value)}: ${JSON.stringify(body)}`).toBeLessThan(500)
          if (status === 201) accepted += 1
          else expect(body.message).toMatch(/^[A-ZÁÉÍÓÚ¿].*[.?]$/)
        }
      }
      // An accepted registration is stored as a whole.
      const rows = await countRows(platform)
      expect([rows.users, rows.center_profiles, rows.professionals]).toEqual([accepted, accepted, accepted])
      expect(rows.compliance_checks).toBe(accepted * 3)
    },
  )
})
