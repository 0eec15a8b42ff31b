import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'

import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { failRequest } from '#contract/errors.ts'
import type { HttpEnv } from '#server/api/context.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findMail, listMails, type OutboundMail } from '#server/platform/stored-mails.ts'
import { contentSecurityPolicy } from './content-security.ts'

type Markup = ReturnType<typeof html>

const style = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 56rem; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif }
ul { list-style: none; padding: 0 } li { padding: 8px 0; border-bottom: 1px solid color-mix(in oklch, CanvasText 18%, Canvas) }
h1, p, li { overflow-wrap: anywhere }
iframe { box-sizing: border-box; width: 100%; height: 70vh; border: 1px solid; border-radius: 12px; background: white } pre { white-space: pre-wrap; overflow-wrap: anywhere }
`
const listLength = 100
/** A mail may use inline styles and run no script; its links open in the whole window. */
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; frame-ancestors 'self'"

/** Shows the outgoing mails without a mail server. Only for the demonstration, because it shows every person's links. */
export function createDevMail({ platform }: { platform: Platform }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  async function requireMail(id: string): Promise<OutboundMail> {
    const mail = z.uuid().safeParse(id).success ? await findMail(platform, id) : undefined
    if (!mail) throw failRequest('request.not_found')
    return mail
  }

  app.get('/', async (c) => {
    const mails = await listMails(platform, { limit: listLength })
    const items = mails.map(
      (mail) =>
        html`<li><a href="/dev/mail/${mail.id}">${mail.subject}</a><br>${mail.to} · ${inWords(mail.createdAt)} · ${mail.kind}</li>`,
    )
    return show(
      c,
      layout({
        title: 'Correos salientes',
        body: html`<h1>Correos salientes</h1>${mails.length > 0 ? html`<ul>${items}</ul>` : html`<p>Todavía no salió ningún correo.</p>`}`,
      }),
    )
  })

  app.get('/:id', async (c) => {
    const mail = await requireMail(c.req.param('id'))
    return show(
      c,
      layout({
        title: mail.subject,
        body: html`<p><a href="/dev/mail">Todos los correos</a></p>
<h1>${mail.subject}</h1>
<p>Para ${mail.to} · ${inWords(mail.createdAt)} · ${mail.sentAt ? 'enviado' : 'sin enviar'}${mail.lastError ? ` · ${mail.lastError}` : ''}</p>
${mail.text === '' ? html`<p>El contenido de este correo ya se borró.</p>` : shownBody(mail)}`,
      }),
    )
  })

  app.get('/:id/html', async (c) => {
    const mail = await requireMail(c.req.param('id'))
    c.header('content-security-policy', mailPolicy)
    c.header('cache-control', 'no-store')
    return c.html(mail.html.replace(/<head>/i, '<head><base target="_top">'))
  })
  return app
}

function shownBody(mail: OutboundMail): Markup | Promise<Markup> {
  return html`<iframe title="El correo" src="/dev/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
<h2>Como texto</h2><pre>${mail.text}</pre>`
}

function inWords(date: Date): string {
  return date.toLocaleString('es-UY', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
}

function layout({ title, body }: { title: string; body: Markup | Promise<Markup> }): Markup {
  return html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${title} · ${brand.name}</title><style>${raw(style)}</style></head>
<body>${body}</body></html>`
}

async function show(c: Context<HttpEnv>, markup: Markup): Promise<Response> {
  const text: string = await markup
  c.header('content-security-policy', contentSecurityPolicy({ styles: [style] }))
  c.header('cache-control', 'no-store')
  return c.html(text)
}
