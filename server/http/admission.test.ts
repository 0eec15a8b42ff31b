import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

test('the writes of any number of accounts of one network have at most half of the turns, and those of others start at once', async () => {
  const admit = createAdmission({ connections: 20 })
  const end = Promise.withResolvers<void>()
  let running = 0
  const attack = Array.from({ length: 30 }, (_, n) =>
    admit.ofAccount('write', { userId: `atacante ${n}`, network: '203.0.113.9' }, async () => {
      running += 1
      await end.promise
    }),
  )
  const other = await admit.ofAccount('write', { userId: 'otra', network: '198.51.100.7' }, () =>
    Promise.resolve('hecho'),
  )
  expect([other, running]).toEqual(['hecho', 5])
  end.resolve()
  await Promise.all(attack)
  expect(running).toBe(30)
})
