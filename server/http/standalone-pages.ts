import { html, raw } from 'hono/html'

import { brand } from '#contract/brand.ts'
import { requestErrors } from '#contract/errors.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { supportMessageMax } from '#contract/support-limits.ts'

import { contentSecurityPolicy } from './content-security.ts'
import { retryAfterOf } from './error-responses.ts'
import { createPage, type Page } from './rendered-page.ts'

const style = `
:root { color-scheme: light dark; --ground: oklch(0.985 0.008 85); --ink: oklch(0.25 0.02 200); --green: oklch(0.44 0.09 165); --soft: oklch(0.42 0.02 200) }
@media (prefers-color-scheme: dark) { :root { --ground: oklch(0.2 0.015 200); --ink: oklch(0.95 0.01 85); --green: oklch(0.75 0.1 165); --soft: oklch(0.8 0.01 85) } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink); font: 17px/1.5 'Figtree Variable', Figtree, system-ui, sans-serif }
main { max-width: 34rem; text-align: center }
svg { width: 160px; height: 64px; color: var(--green) }
h1 { font: 600 28px/1.25 'Fraunces Variable', Fraunces, Georgia, serif; margin: 16px 0 8px }
p { color: var(--soft); margin: 0 0 16px }
a { display: inline-block; min-height: 44px; padding: 10px 20px; border-radius: 10px; background: var(--green); color: var(--ground); font-weight: 600; text-decoration: none }
form { display: grid; gap: 16px; text-align: left }
.more { margin: 16px 0 0; text-align: left } .quiet { padding: 10px 0; background: none; color: var(--green); text-decoration: underline }
.trap { position: absolute; left: -100vw }
label { display: grid; gap: 4px; font-weight: 600 }
input, textarea { font: inherit; color: inherit; background: transparent; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 10px }
button { font: inherit; justify-self: start; min-height: 44px; padding: 8px 20px; border: 0; border-radius: 10px; background: var(--green); color: var(--ground); font-weight: 600 }
:focus-visible { outline: 3px solid var(--green); outline-offset: 3px }
`

// Polls the health check and reloads the page only when it succeeds, so that the visitor need not.
const script = `
setInterval(async () => {
  try {
    const ready = await fetch('/readyz', { cache: 'no-store' })
    if (ready.ok) location.reload()
  } catch {}
}, 3000)
`

/** The page for an unreachable database. It depends on this process alone. */
export function unavailablePage(): Promise<Page> {
  return standalonePage({
    status: 503,
    title: 'Volvemos en unos instantes',
    message: `${requestErrors['service.unavailable'].message} Esta página se actualizará sola.`,
    reload: true,
    retryAfterSeconds: 5,
  })
}

/** The page for an address that exceeds the limit of renderings. `retryAfterSeconds` is the error's own. */
export function tooManyPage({ retryAfterSeconds }: { retryAfterSeconds: number }): Promise<Page> {
  return standalonePage({
    status: 429,
    title: 'Demasiadas páginas seguidas',
    message: requestErrors['request.too_many'].message,
    reload: false,
    retryAfterSeconds,
  })
}

/** The page for a failed rendering. It does not reload itself: it would fail again, for all visitors simultaneously. */
export function failurePage(): Promise<Page> {
  return standalonePage({
    status: 500,
    title: 'Algo falló de nuestro lado',
    message: requestErrors['service.failure'].message,
    reload: false,
  })
}

export function contactSentPage({ reference, email }: { reference: string; email: string }): Promise<Page> {
  return standalonePage({
    status: 200,
    title: 'Mensaje enviado, te contactaremos pronto',
    message: `Tu referencia es ${reference}. Te respondemos a ${email}.`,
    reload: false,
    link: { href: '/', label: 'Ir al inicio' },
  })
}

type TypedMessage = { name: string; email: string; message: string }

/** The contact form again, with what was typed and what is wrong with it. */
export function contactRefusedPage({
  typed,
  errors,
  status,
}: {
  typed: TypedMessage
  errors: readonly string[]
  status: number
}): Promise<Page> {
  return standalonePage({
    status,
    title: status === 400 ? 'Revisa el formulario.' : 'No se pudo enviar el mensaje',
    message: errors.join('. '),
    reload: false,
    form: html`<form method="post" action="/contact">
<label>Nombre<input name="name" autocomplete="name" maxlength="200" required value="${typed.name}"></label>
<label>Correo electrónico<input name="email" type="email" autocomplete="email" required value="${typed.email}"></label>
<label>Mensaje<textarea name="message" rows="6" maxlength="${supportMessageMax}" required>${typed.message}</textarea></label>
<p class="trap" aria-hidden="true"><label>Sitio<input name="url" tabindex="-1" autocomplete="off"></label></p>
<button>Enviar mensaje</button>
</form>`,
  })
}

const mailsOf: Record<NotificationKind, string> = {
  appointment: 'correos sobre tus citas',
  reminder: 'recordatorios por correo',
  message: 'correos sobre mensajes sin leer',
  rating: 'correos para calificar tus consultas',
  account: 'correos sobre tu cuenta y tu centro',
  points: 'correos sobre tus puntos',
  promotion: 'promociones por correo',
}

type MailsPage = { kind: NotificationKind; isRestored?: boolean }

/** Asks before it stops mails, because programs that scan mails open their links, too. */
export function unsubscribePage({ kind, isRestored = false }: MailsPage): Promise<Page> {
  const title = isRestored ? `Vuelves a recibir ${mailsOf[kind]}` : `¿Dejar de recibir ${mailsOf[kind]}?`
  return standalonePage({
    status: 200,
    title,
    message: 'Los avisos sobre tus citas y la seguridad de tu cuenta no cambian.',
    reload: false,
    form: html`<form method="post"><button>Dejar de recibirlos</button></form>${toSettings}`,
  })
}

/** The page after unsubscribing, also for a reader who opens the link again. */
export function unsubscribedPage({ kind }: MailsPage): Promise<Page> {
  return standalonePage({
    status: 200,
    title: `Ya no te enviamos ${mailsOf[kind]}`,
    message: 'Si fue sin querer, puedes volver a recibirlos.',
    reload: false,
    form: html`<form method="post"><button name="accion" value="volver">Volver a recibirlos</button></form>${toSettings}`,
  })
}

export function unknownUnsubscribePage(): Promise<Page> {
  return standalonePage({
    status: 404,
    title: 'El enlace no es válido',
    message: 'Puede que se haya copiado incompleto. En Mi Cuenta eliges qué correos recibes.',
    reload: false,
    link: { href: settingsPath, label: 'Elegir qué correos recibo' },
  })
}

/** The page for a link to a file that a page has made minutes ago. */
export function expiredFilePage(): Promise<Page> {
  return standalonePage({
    status: 404,
    title: 'El enlace venció',
    message: 'Por seguridad dura unos minutos. Vuelve a tus citas y pide otro.',
    reload: false,
    link: { href: '/dashboard', label: 'Ver mis citas' },
  })
}

/** The page for the address of a file that has expired, or whose session has ended. */
export function endedDownloadPage(): Promise<Page> {
  return standalonePage({
    status: 404,
    title: 'El enlace venció',
    message: `Por seguridad dura unos minutos, y solo mientras tu sesión sigue abierta. Vuelve a ${brand.name} y descarga el archivo otra vez.`,
    reload: false,
    link: { href: '/account', label: 'Ir a Mi Cuenta' },
  })
}

/** The page for a file whose route refused it after its address was given. `error` is what the route says. */
export function failedDownloadPage(error: { status: number; message: string; data?: unknown }): Promise<Page> {
  const retryAfterSeconds = retryAfterOf(error)
  return standalonePage({
    status: error.status,
    title: 'No se pudo descargar',
    message: error.message,
    reload: false,
    // Trying again helps only when the limit or the service was the reason.
    ...(error.status < 429 && { link: { href: '/', label: `Volver a ${brand.name}` } }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

const settingsPath = '/account?seccion=avisos'
const toSettings = html`<p class="more"><a class="quiet" href="${settingsPath}">Elegir todos mis avisos</a></p>`

async function standalonePage({
  title,
  message,
  reload,
  status,
  retryAfterSeconds,
  link = { href: '', label: 'Reintentar' },
  form,
}: {
  status: number
  title: string
  message: string
  reload: boolean
  retryAfterSeconds?: number
  link?: { href: string; label: string }
  /** The form replaces the link. */
  form?: ReturnType<typeof html>
}): Promise<Page> {
  const text: string = await html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title} · ${brand.name}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<svg viewBox="0 0 160 64" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" aria-hidden="true"><path d="M8 54c34 0 38-18 62-18s20 14 40 8 12-34 42-34"/></svg>
<h1>${title}</h1>
<p role="status">${message}</p>
${form ?? html`<a href="${link.href}">${link.label}</a>`}
</main>
${reload ? html`<script>${raw(script)}</script>` : ''}
</body>
</html>
`
  return createPage({
    status,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['cache-control', 'no-store'],
      ...(retryAfterSeconds === undefined ? [] : [['retry-after', String(retryAfterSeconds)] as const]),
      ['content-security-policy', contentSecurityPolicy({ styles: [style], scripts: reload ? [script] : [] })],
    ],
    html: Buffer.from(text),
    cacheSeconds: 0,
  })
}
