import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'

import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { failRequest } from '#contract/errors.ts'
import { pesos } from '#contract/money.ts'
import { createFormGuard } from '#server/api/body-guard.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { limitUsualBodies } from '#server/api/usual-bodies.ts'
import { newSecret } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cardInput, isExpired, testCards } from '#server/simulado/cards.ts'
import { closePreference } from '#server/simulado/simulado.ts'
import * as store from '#server/simulado/store.ts'
import { contentSecurityPolicy } from './content-security.ts'
import { readForm } from './form-body.ts'
import { limitReading, originOf } from './request-limits.ts'

type Markup = ReturnType<typeof html>

const style = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 36rem; padding: 24px 16px; font: 17px/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.25 } td, th { padding: 8px 12px 8px 0; text-align: left; vertical-align: top }
.note { padding: 8px 12px; border: 1px solid; border-radius: 12px }
button { width: 100%; min-height: 48px; margin-top: 12px; border: 1px solid; border-radius: 12px; background: Canvas; color: CanvasText; font: inherit }
button[value=pay] { border-color: #1f6f54; background: #1f6f54; color: white; font-weight: 600 }
:focus-visible { outline: 3px solid; outline-offset: 2px }
`
const tokensPerMinute = 60

/** At /simulado: the address of the payment gateway for tests. Nothing here logs a body, and no table has a card's number. */
export function createSimuladoPages({ platform }: { platform: Platform }): Hono<HttpEnv> {
  const { db, clock } = platform
  const app = new Hono<HttpEnv>()
  app.use(limitUsualBodies({ guardOf: createFormGuard }))

  app.post('/v1/tokens', async (c) => {
    await limitReading({ platform, name: 'simulado.tokens', origin: originOf(c, platform), perMinute: tokensPerMinute })
    const card = cardInput.safeParse(await c.req.json().catch(() => undefined))
    if (!card.success)
      return refuse(
        c,
        card.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })),
      )
    const now = clock.now()
    if (isExpired({ ...card.data, now, zone }))
      return refuse(c, [{ field: 'expiry', message: 'La tarjeta está vencida.' }])
    const testCard = testCards.find(({ number }) => number === card.data.number)
    if (!testCard)
      return refuse(c, [{ field: 'number', message: 'Son pagos de prueba: usa una de las tarjetas de prueba.' }])
    const token = newSecret()
    await store.insertToken(db, { token, ...testCard, lastFour: testCard.number.slice(-4), now })
    c.header('cache-control', 'no-store')
    return c.json({ token }, 201)
  })

  app.get('/', (c) =>
    show(
      c,
      html`<h1>Pagos de prueba</h1>
<p>Estas tarjetas no cobran nada. Sirven con cualquier nombre, un vencimiento futuro y cualquier código de seguridad.</p>
<table><thead><tr><th>Número</th><th>Qué pasa</th></tr></thead><tbody>${testCards.map(
        ({ number, brand: name, description }) =>
          html`<tr><td>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}<br>${name}</td><td>${description}</td></tr>`,
      )}</tbody></table>`,
    ),
  )

  app.get('/checkout/:id', async (c) => {
    const preference = await requirePreference(c)
    if (preference.isClosed || preference.expiresAt <= clock.now()) return show(c, endedPage(preference))
    return show(
      c,
      html`<p class="note">Pagos de prueba: no se cobra nada.</p>
<h1>${preference.method === 'wallet' ? 'Billetera' : 'Pago móvil'}: ${pesos(preference.amountCents)}</h1>
<p>${preference.title}</p>
<form method="post"><button name="decision" value="pay">Pagar ${pesos(preference.amountCents)}</button>
<button name="decision" value="cancel">Cancelar y volver</button></form>`,
    )
  })

  app.post('/checkout/:id', async (c) => {
    const preference = await requirePreference(c)
    const { decision } = await readForm(c)
    if (decision !== 'pay' && decision !== 'cancel') throw failRequest('request.malformed')
    if (!(await closePreference(platform, { preference, isPaid: decision === 'pay' })))
      return show(c, endedPage(preference))
    return c.redirect(preference.returnUrl, 303)
  })

  async function requirePreference(c: Context<HttpEnv>) {
    const id = c.req.param('id') ?? ''
    const preference = z.uuid().safeParse(id).success ? await store.findPreference(db, { id }) : undefined
    if (!preference) throw failRequest('request.not_found')
    return preference
  }
  return app
}

function refuse(c: Context<HttpEnv>, fields: { field: string; message: string }[]): Response {
  return c.json({ fields }, 422)
}

function endedPage({ returnUrl }: store.Preference): Markup {
  return html`<h1>Este pago ya terminó</h1><p><a href="${returnUrl}">Volver a ${brand.name}</a></p>`
}

async function show(c: Context<HttpEnv>, body: Markup | Promise<Markup>): Promise<Response> {
  const text: string = await html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>Pagos de prueba · ${brand.name}</title><style>${raw(style)}</style></head>
<body>${body}</body></html>`
  c.header('content-security-policy', contentSecurityPolicy({ styles: [style] }))
  c.header('cache-control', 'no-store')
  return c.html(text)
}
