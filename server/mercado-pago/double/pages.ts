import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type DoubleContext, type Outcome, outcomes, type PaymentChange } from './context.ts'
import type { Payment, Preference } from './state.ts'

type Markup = ReturnType<typeof html>

const codeLifeMs = 10 * 60 * 1000

const pesos = (amount: number) => `$ ${amount.toLocaleString('es-UY', { minimumFractionDigits: 2 })}`

/** The pages on which people consent and pay, and at / one on which a person moves what Mercado Pago decides. */
export function createDoublePages(context: DoubleContext): Hono {
  const { state, clock } = context
  const app = new Hono()

  app.get('/authorization', (c) => {
    const { client_id, redirect_uri = '', state: sent = '', code_challenge = '' } = c.req.query()
    const isKnown = client_id === context.clientId && c.req.query('code_challenge_method') === 'S256'
    if (!isKnown || !URL.canParse(redirect_uri) || code_challenge === '') {
      return c.html(page('Error', html`<h1>La aplicación no se puede conectar</h1>`), 400)
    }
    const hidden = html`<input type="hidden" name="redirect_uri" value="${redirect_uri}">
<input type="hidden" name="state" value="${sent}"><input type="hidden" name="code_challenge" value="${code_challenge}">`
    return c.html(
      page(
        'Conectar',
        html`<h1>Una aplicación quiere conectarse a tu cuenta de Mercado Pago</h1>
<p>Podrá cobrar en tu nombre y ver tus cobros. Puedes quitarle el permiso cuando quieras.</p>
<form method="post">${hidden}<label>Cuenta <select name="seller">${state.sellers.map(
          ({ id, nickname }) => html`<option value="${id}">${nickname}</option>`,
        )}</select></label>
<button name="decision" value="allow">Permitir</button><button name="decision" value="refuse">Cancelar</button></form>`,
      ),
    )
  })

  app.post('/authorization', async (c) => {
    const form = await formOf(c)
    const target = new URL(form.redirect_uri ?? '')
    target.searchParams.set('state', form.state ?? '')
    if (form.decision === 'allow') {
      const code = `TG-${randomBytes(16).toString('hex')}`
      state.codes.set(code, {
        sellerId: form.seller ?? '',
        challenge: form.code_challenge ?? '',
        redirectUri: form.redirect_uri ?? '',
        expiresAt: clock() + codeLifeMs,
      })
      target.searchParams.set('code', code)
    } else target.searchParams.set('error', 'access_denied')
    return c.redirect(target.href, 303)
  })

  app.get('/checkout/v1/redirect', (c) => {
    const preference = state.preferences.get(c.req.query('pref_id') ?? '')
    if (!preference) return c.html(page('Error', html`<h1>No encontramos este pago</h1>`), 404)
    const isOpen = preference.from <= clock() && clock() < preference.until
    return c.html(page('Pagar', isOpen ? payForm(preference) : ended(preference)))
  })

  app.post('/checkout/v1/redirect', async (c) => {
    const preference = state.preferences.get(c.req.query('pref_id') ?? '')
    if (!preference) return c.html(page('Error', html`<h1>No encontramos este pago</h1>`), 404)
    if (clock() >= preference.until) return c.html(page('Pagar', ended(preference)))
    const { holder = '' } = await formOf(c)
    if (!(holder in outcomes)) return c.html(page('Pagar', payForm(preference, 'Revisa el nombre del titular.')), 422)
    const payment = context.pay(preference, holder as Outcome)
    const back = returnUrl(preference, payment)
    if (payment.status === 'approved' && preference.autoReturn) return c.redirect(back, 303)
    return c.html(
      page(
        'Resultado',
        html`<h1>${outcomes[holder as Outcome].text}</h1><p><a href="${back}">Volver al sitio</a></p>
<p><a href="?pref_id=${preference.id}">Pagar con otra tarjeta</a></p>`,
      ),
    )
  })

  app.get('/', (c) => c.html(page('Movimientos', movements())))

  app.post('/', async (c) => {
    const { payment: id = '', act = '', seller = '' } = await formOf(c)
    const payment = state.payments.get(id)
    const change = changes[act]
    if (payment && change) context.change(payment, change)
    if (act === 'revoke') context.deauthorize(seller)
    if (act === 'partial') context.habits.partialRefunds = !context.habits.partialRefunds
    return c.redirect('/', 303)
  })

  function movements(): Markup {
    const newest = [...state.payments.values()].toReversed()
    return html`<h1>Doble de Mercado Pago</h1><p>Aquí se decide lo que Mercado Pago, el banco y el dueño de la cuenta deciden.</p>
<h2>Pagos</h2>${newest.map(
      (payment) => html`<form method="post"><input type="hidden" name="payment" value="${payment.id}">
<p>${payment.id} · ${pesos(payment.amount)} · ${payment.status} (${payment.detail}) · devuelto ${pesos(payment.refunded)} · comisión de la aplicación ${pesos(payment.fee)}</p>
${Object.entries(actNames).map(([act, name]) => html`<button name="act" value="${act}">${name}</button>`)}</form>`,
    )}
<h2>Cuentas</h2>${state.sellers.map(
      ({ id, nickname }) => html`<form method="post"><input type="hidden" name="seller" value="${id}">
<button name="act" value="revoke">Quitar el permiso de ${nickname}</button></form>`,
    )}
<form method="post"><button name="act" value="partial">Devoluciones parciales: ${
      context.habits.partialRefunds ? 'se aceptan' : 'se rechazan'
    }</button></form>`
  }
  return app
}

const changes: Record<string, PaymentChange> = {
  approve: { status: 'approved', detail: 'accredited' },
  expire: { status: 'cancelled', detail: 'expired' },
  mediate: { status: 'in_mediation', detail: 'pending' },
  charge_back: { status: 'charged_back', detail: 'in_process' },
  lose: { status: 'charged_back', detail: 'settled' },
  win: { status: 'charged_back', detail: 'reimbursed' },
}
const actNames = {
  approve: 'Aprobar',
  expire: 'Vencer',
  mediate: 'Reclamo del comprador',
  charge_back: 'Contracargo',
  lose: 'Contracargo perdido',
  win: 'Contracargo ganado',
}

function payForm({ title, amount, backUrls, reference }: Preference, fault = ''): Markup {
  const holders = Object.entries(outcomes)
  const back = withQuery(backUrls.failure, { payment_id: 'null', status: 'null', external_reference: reference })
  return html`<p class="note">Doble de Mercado Pago: no se cobra nada.</p><h1>${title}: ${pesos(amount)}</h1><p role="alert">${fault}</p>
<form method="post"><label>Tarjeta <input name="number" value="5031 7557 3453 0604" readonly></label>
<label>Titular <select name="holder">${holders.map(
    ([name, { text }]) => html`<option value="${name}">${name} (${text})</option>`,
  )}</select></label>
<button>Pagar ${pesos(amount)}</button></form><p><a href="${back}">Volver sin pagar</a></p>`
}

function ended({ backUrls }: Preference): Markup {
  return html`<h1>El tiempo para pagar terminó</h1><p><a href="${backUrls.failure}">Volver al sitio</a></p>`
}

function returnUrl({ backUrls, id, reference }: Preference, payment: Payment): string {
  const { success, pending, failure } = backUrls
  const base = payment.status === 'approved' ? success : payment.status === 'rejected' ? failure : pending
  return withQuery(base, {
    collection_id: payment.id,
    collection_status: payment.status,
    payment_id: payment.id,
    status: payment.status,
    external_reference: reference,
    payment_type: payment.type,
    merchant_order_id: '700000001',
    preference_id: id,
    site_id: 'MLU',
    processing_mode: 'aggregator',
  })
}

function withQuery(base: string, parameters: Record<string, string>): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

async function formOf(c: Context): Promise<Record<string, string>> {
  const form = await c.req.parseBody()
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
}

function page(title: string, content: Markup) {
  return html`<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · Doble de Mercado Pago</title>
<style>body { margin: 0 auto; max-width: 40rem; padding: 24px 16px; font: 17px/1.5 system-ui } label { display: block; margin: 12px 0 }
button { min-height: 44px; margin: 4px 4px 4px 0; padding: 0 16px; font: inherit } .note { padding: 8px 12px; border: 1px solid }</style></head><body>${content}</body></html>`
}
