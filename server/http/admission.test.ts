import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

test('the writes of any number of accounts of one network have at most half of the turns, and those of others start at once', async () => {
  const admit = createAdmission({ connections: 20 })
  const end = Promise.withResolvers<void>()
  let running = 0
  const attack = Array.from({ length: 30 }, (_, n) =>
    admit.ofAccount('write', { userId: `atacante ${n}`, network: '203.0.113.9', isProven: true }, async () => {
      running += 1
      await end.promise
    }),
  )
  const other = await admit.ofAccount('write', { userId: 'otra', network: '198.51.100.7', isProven: false }, () =>
    Promise.resolve('hecho'),
  )
  expect([other, running]).toEqual(['hecho', 5])
  end.resolve()
  await Promise.all(attack)
  expect(running).toBe(30)
})

test('the writes of all accounts without a confirmed address or a kept appointment have a third of the turns together', async () => {
  const admit = createAdmission({ connections: 20 })
  const end = Promise.withResolvers<void>()
  let running = 0
  const attack = Array.from({ length: 30 }, (_, n) =>
    admit.ofAccount('write', { userId: `nueva ${n}`, network: `198.51.100.${n}`, isProven: false }, async () => {
      running += 1
      await end.promise
    }),
  )
  const others = Array.from({ length: 7 }, (_, n) =>
    admit.ofAccount('write', { userId: `otra ${n}`, network: `203.0.113.${n}`, isProven: true }, () =>
      Promise.resolve('hecho'),
    ),
  )
  expect([await Promise.all(others), running]).toEqual([Array(7).fill('hecho'), 3])
  end.resolve()
  await Promise.all(attack)
  expect(running).toBe(30)
})

test('unproven accounts of one network leave a turn to a newcomer of another', async () => {
  const admit = createAdmission({ connections: 20 })
  const end = Promise.withResolvers<void>()
  let running = 0
  const attack = Array.from({ length: 10 }, (_, n) =>
    admit.ofAccount('write', { userId: `nueva ${n}`, network: '203.0.113.9', isProven: false }, async () => {
      running += 1
      await end.promise
    }),
  )
  const newcomer = { userId: 'otra', network: '198.51.100.7', isProven: false }
  const done = await admit.ofAccount('write', newcomer, () => Promise.resolve('hecho'))
  expect([done, running]).toEqual(['hecho', 1])
  end.resolve()
  await Promise.all(attack)
})
