import { expect, test } from 'vitest'
import { depositNeedsPayments } from '#contract/deposits.ts'
import { buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { teamRoutes } from './routes/team.ts'

const platform = await testPlatform()
const priced = {
  serviceType: 'fisioterapia',
  name: 'Sesión',
  priceCents: 150_000,
  durationMinutes: 60,
  vatPercent: 0,
} as const
const none = { depositFor: null, depositCents: null, depositPercent: null }

async function buildOwned(on: typeof platform = platform) {
  const service = await buildService(on)
  const client = clientOf(on, { team: teamRoutes }.team, service.centerId)
  const versionOf = async () => {
    const { professionals } = await client.get(service)
    return professionals.flatMap(({ services }) => services).find(({ id }) => id === service.serviceId)
  }
  return {
    ...service,
    client,
    read: versionOf,
    save: async (rule: object) =>
      client.updateService({
        ...service,
        ...priced,
        isActive: true,
        version: (await versionOf())?.version ?? '',
        ...rule,
      }),
  }
}

const refusing = (path: string, message: string) => ({
  code: 'request.invalid',
  data: { fields: [{ path, message }] },
})

test('the owner asks a deposit of a service, changes it, and asks none any more', async () => {
  const { save, read } = await buildOwned()
  await save({ depositFor: 'newcomers', depositCents: 150_000 })
  expect(await read()).toMatchObject({ depositFor: 'newcomers', depositCents: 150_000, depositPercent: null })
  await save({ depositFor: 'everyone', depositPercent: 100 })
  expect(await read()).toMatchObject({ depositFor: 'everyone', depositCents: null, depositPercent: 100 })
  await save({})
  expect(await read()).toMatchObject(none)
})

test('a deposit above the price, a share outside 1 to 100, and a rule that is not whole are refused in their fields', async () => {
  const { save, read } = await buildOwned()
  for (const rule of [
    { depositFor: 'everyone', depositCents: 150_001 },
    { depositFor: 'everyone', depositCents: 0 },
    { depositFor: 'everyone', depositCents: 10.5 },
    { depositFor: 'everyone', depositPercent: 0 },
    { depositFor: 'everyone', depositPercent: 101 },
    { depositFor: 'everyone', depositPercent: 12.5 },
    { depositFor: 'everyone' },
    { depositFor: 'everyone', depositCents: 100, depositPercent: 10 },
    { depositCents: 100 },
  ]) {
    await expect(save(rule), JSON.stringify(rule)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
  expect(await read()).toMatchObject(none)
})

test('only a centre that can take online payments asks for one', async () => {
  const { platform: connected } = await withMercadoPago(await testPlatform())
  const owned = await buildOwned(connected as typeof platform)
  expect((await owned.client.get(owned)).paysOnline).toBe(false)
  const rule = { depositFor: 'everyone', depositCents: 50_000 }
  await expect(owned.save(rule)).rejects.toMatchObject(refusing('depositFor', depositNeedsPayments))
  await connectAccount(connected, owned)
  expect((await owned.client.get(owned)).paysOnline).toBe(true)
  await owned.save(rule)
  expect(await owned.read()).toMatchObject(rule)
})
