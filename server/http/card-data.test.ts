import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { dumpDatabase } from '#server/testing/database-dump.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { startSenda } from '#server/testing/processes.ts'
import { signIn } from '#server/testing/signed-in.ts'

const card = { number: '4111 1111 1111 1111', name: 'Ana Suárez', expiry: '12/39', cvv: '7391' }
const mistyped = '4111111111111112'
const unknown = '378282246310005'

test('the number and the security code of a card are in no table, log, error or response', {
  timeout: 60_000,
}, async () => {
  const platform = await testPlatform({ start: new Date() })
  const { url, output } = await startSenda({
    env: {
      DATABASE_URL: platform.databaseUrl,
      SECRET_KEY: Buffer.from(platform.secret).toString(),
      PUBLIC_URL: platform.settings.publicUrl,
      PAYMENT_GATEWAY: 'simulado',
      LOG_LEVEL: 'trace',
    },
  })
  const { patientId } = await buildPatient(platform)
  const startsAt = new Date(Date.now() + 48 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { patientId, startsAt })
  const { tokens } = await signIn(platform, patientId)
  const responses: string[] = []
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.access_token}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    responses.push(text)
    return { status: response.status, text }
  }

  const token = await send('/simulado/v1/tokens', card)
  expect(token.status).toBe(201)
  for (const number of [mistyped, unknown]) {
    expect(await send('/simulado/v1/tokens', { ...card, number })).toMatchObject({ status: 422 })
  }
  expect((await send('/simulado/v1/tokens', `{"number":"${card.number}"`)).status).toBe(422)
  expect((await send(`/simulado/v1/${card.number.replaceAll(' ', '')}`, card)).status).toBe(404)
  const quoted = await fetch(`${url}/api/v1/checkouts/quote?appointmentId=${appointmentId}`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  const { terms } = (await quoted.json()) as { terms: string }
  const request = { appointmentId, terms, method: 'card', totalCents: 150_000, idempotencyKey: newId() }
  // A client that sends the card to Senda itself by mistake.
  expect((await send('/api/v1/checkouts', { ...request, ...card, token: mistyped })).status).toBe(201)
  expect((await send('/api/v1/checkouts', { ...request, card, idempotencyKey: 'x' })).status).toBe(422)
  const paid = await send('/api/v1/checkouts', {
    ...request,
    idempotencyKey: newId(),
    token: JSON.parse(token.text).token,
  })
  expect(paid.text).toContain('"lastFour":"1111"')

  const dump = await dumpDatabase(platform)
  const places = { dump, log: output(), responses: responses.join('\n') }
  expect(places.dump).toContain(patientId)
  for (const number of [card.number, mistyped, unknown, '7391']) {
    for (const text of new Set([number, number.replaceAll(' ', '')])) {
      for (const [place, content] of Object.entries(places)) {
        // Four digits alone may be part of another number.
        const found =
          text.length > 4 ? content.includes(text) : new RegExp(`(?<![0-9a-f-])${text}(?![0-9a-f-])`).test(content)
        expect(found, `${text} in the ${place}`).toBe(false)
      }
    }
  }
})
