import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

import { brand } from '#contract/brand.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AccountUse } from '../links/account-resets.ts'
import { findRepeatable, keepRedemptionKey, redemptionKeyOf } from '../links/repeat-redemption.ts'
import type { AuthRequest } from '../protocol/request.ts'
import type { BrowserAnswer } from '../repository/link-redemptions.ts'
import { findToken, hasSeveralSignUps } from '../repository/one-time-tokens.ts'
import { findUser } from '../repository/users.ts'
import { kindsOf } from '../rules/token-kinds.ts'
import { isSignUpBrowser } from '../sessions/sign-up-browser.ts'

type Wording = { title: string; text: string; button: string; deny?: { button: string; text: string } }

const wordings = (): Record<string, Wording> => ({
  recovery: {
    title: 'Elige una contraseña nueva',
    text: 'Con un toque más llegas a la página donde la eliges.',
    button: 'Continuar',
  },
  magiclink: {
    title: `Entra a ${brand.name}`,
    text: 'Con un toque más entras a tu cuenta.',
    button: 'Entrar',
  },
  email_change: {
    title: 'Confirma el cambio de tu correo',
    text: 'Confirma que quieres usar esta dirección en tu cuenta.',
    button: 'Confirmar el cambio',
  },
})
const denial = {
  button: 'No fui yo: quiero una contraseña nueva',
  text: 'Si no fuiste tú, cerramos la cuenta de esa persona, cancelamos sus citas y empiezas en una cuenta vacía, con una contraseña que elijas ahora.',
}
/** A stranger can sign up with any address: without the question, the address's owner might confirm the stranger's password. */
const confirmation = (): Wording => ({
  title: '¿Creaste tú esta cuenta?',
  text: `Alguien creó una cuenta en ${brand.name} con esta dirección. Si fuiste tú, confirma que es tuya y entra.`,
  button: 'Sí, confirmar mi correo',
  deny: denial,
})

const style = `
:root { color-scheme: light }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #fbf8f3; color: #172526; font: 17px/1.5 Figtree, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif }
main { box-sizing: border-box; width: min(100% - 32px, 420px); padding: 32px 24px; border-radius: 16px; background: #fff }
p { margin: 0 0 24px; color: #566263 }
.brand { margin: 0 0 16px; color: #1f6f54; font-weight: 700; font-size: 20px }
strong { color: #172526; overflow-wrap: anywhere }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.2 }
ul { margin: 0 0 24px; padding-left: 20px; color: #172526 }
button, .button { box-sizing: border-box; width: 100%; min-height: 52px; padding: 12px 24px; border: 0; border-radius: 12px; background: #1f6f54; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
.button { display: block; text-align: center; text-decoration: none }
.quiet { margin-top: 12px; background: none; color: #1f6f54; box-shadow: inset 0 0 0 1px #c9d3cf }
.small { margin: 12px 0 0; font-size: 15px }
button:focus-visible, .button:focus-visible { outline: 3px solid #1f6f54; outline-offset: 3px }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * A link of a recovery or a sign-in may be the first to prove the address. The page then asks as that of a sign-up does, because a
 * stranger may have created the account.
 */
const unconfirmed = (): Record<string, Wording> => ({
  recovery: {
    ...confirmation(),
    text: `Hay una cuenta en ${brand.name} con esta dirección que todavía no se confirmó. Si la creaste tú, guardamos todo lo que escribiste y eliges una contraseña nueva.`,
    button: 'Sí, es mía: elegir contraseña nueva',
    deny: denial,
  },
  magiclink: {
    ...confirmation(),
    text: `Hay una cuenta en ${brand.name} con esta dirección que todavía no se confirmó. Si la creaste tú, guardamos todo lo que escribiste y entras.`,
    button: 'Sí, es mía: entrar',
    deny: denial,
  },
})

/** This browser has redeemed the link, and the response may have been lost. */
const repetition: Wording = {
  title: 'Sigue donde quedaste',
  text: 'Abriste este enlace en este navegador hace unos minutos. Con un toque más continúas.',
  button: 'Continuar',
}

/** Nothing is left to confirm or to deny. The button still posts, and the page that opens shows what the account needs. */
const spent = (): Wording => ({
  title: 'El enlace ya se usó o venció',
  text: 'Si todavía te hace falta, entra en tu cuenta y pide otro.',
  button: `Ir a ${brand.name}`,
})

/** The link of a sign-up in the browser that signed up: the page presses its button by itself. */
const ownSignUp: Wording = {
  title: 'Confirmamos tu correo',
  text: 'Creaste tu cuenta en este navegador: seguimos solos. Si no pasa nada, toca «Continuar».',
  button: 'Continuar',
}
// Before the page has loaded, so that the way back does not lead here again.
const pressing = 'document.forms[0].submit()'
const pressingHash = createHash('sha256').update(pressing).digest('base64')

/** GET /verify: mail scanners open every link, so this changes nothing; the page's button posts. */
export async function verifyPage(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { type = '', token = '', redirect_to: redirectTo = '' } = c.req.query()
  // A visitor may have got a link that was mailed to another address: the page shows which account it opens.
  // The page also works while the database is down; its button reports the error.
  const lookup = findLink({ platform, token, type })
  const isSpent = await lookup.then((link) => link === undefined).catch(() => false)
  const found = await lookup.catch(() => undefined)
  const address = found?.email
  const earlierAnswer = found ? undefined : await findAnswer(request, { token, type }).catch(() => undefined)
  const goesOn = found?.isOneSignUp === true && isSignUpBrowser(request, found)
  const { title, text, button, deny } = goesOn
    ? ownSignUp
    : earlierAnswer
      ? repetition
      : isSpent
        ? spent()
        : wordingOf({ type, isUnconfirmed: found?.isUnconfirmed ?? false })
  keepRedemptionKey(request)
  return respond(request, {
    title,
    goesOn,
    content: html`<p>${text}</p>
${address === undefined ? '' : html`<p>Este enlace se envió a <strong>${address}</strong>.</p>`}
<form method="post" action="${path}">
${linkFields({ type, token, redirectTo })}
<button type="submit"${earlierAnswer === 'not mine' ? raw(' name="mine" value="no"') : ''}>${button}</button>
${deny === undefined ? '' : html`<button type="submit" name="mine" value="no" class="quiet">${deny.button}</button><p class="small">${deny.text}</p>`}
</form>`,
  })
}

type PostedLink = { type: string; token: string; redirectTo: string }

/** The second question, after «No fui yo» about an account in use: what it deletes. Nothing has happened yet. */
export function deletionPage(
  request: AuthRequest,
  { use, ...link }: PostedLink & { use: AccountUse },
): Response | Promise<Response> {
  const { type, token, redirectTo } = link
  const back = `${path}?${new URLSearchParams({ type, token, redirect_to: redirectTo })}`
  return respond(request, {
    title: '¿Borramos esta cuenta?',
    content: html`<p>Esta cuenta ya se usó. Si la borras, se pierde para siempre:</p>
<ul>${lostWith(use).map((each) => html`<li>${each}</li>`)}</ul>
<p>Si la cuenta es tuya, no la borres: vuelve y elige que fuiste tú. Si olvidaste la contraseña, puedes pedir otra sin perder nada.</p>
<a class="button" href="${back}">No borrar y volver</a>
<form method="post" action="${path}">
${linkFields(link)}
<button type="submit" name="mine" value="delete" class="quiet">No es mía: borrar la cuenta</button>
</form>`,
  })
}

/** The link of a new address, away from where its account is open. Nothing has happened, and the code of the mail is still valid. */
export function foreignChangePage(request: AuthRequest): Response | Promise<Response> {
  return respond(request, {
    title: 'Termina el cambio en tu cuenta',
    content: html`<p>Si pediste este cambio, abre ${brand.name} en el teléfono o la computadora donde tienes tu sesión y escribe en Mi Cuenta el código del correo que acabas de abrir.</p>
<p>Si no lo pediste, no hagas nada: tu dirección no pasa a ninguna cuenta.</p>
<a class="button" href="${request.platform.settings.publicUrl}/account?seccion=seguridad">Ir a Mi Cuenta</a>`,
  })
}

function lostWith({ upcomingAppointments, pastAppointments, dependants, ownsCenter }: AccountUse): string[] {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`]
  return [
    ...counted(upcomingAppointments, '1 cita próxima, que cancelamos', 'citas próximas, que cancelamos'),
    ...counted(
      pastAppointments,
      '1 cita pasada, con lo que se escribió de ella',
      'citas pasadas, con lo que se escribió de ellas',
    ),
    ...counted(dependants, '1 persona a cargo', 'personas a cargo'),
    ...(ownsCenter ? ['El centro, con su equipo, sus servicios y sus documentos'] : []),
    'El nombre, el teléfono, los mensajes, los puntos y la contraseña',
  ]
}

function linkFields({ type, token, redirectTo }: PostedLink) {
  return html`<input type="hidden" name="type" value="${type}">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="redirect_to" value="${redirectTo}">`
}

const path = '/auth/v1/verify'

function respond(
  { platform, c }: AuthRequest,
  { title, content, goesOn = false }: { title: string; content: ReturnType<typeof html>; goesOn?: boolean },
): Response | Promise<Response> {
  // The referrer policy is not no-referrer: our own same-site check needs the header.
  // The form's response redirects to the link's destination: the public address, which may differ from this page's, or an
  // allowed site.
  const { publicUrl, allowedRedirects } = platform.settings
  const destinations = new Set([publicUrl, ...allowedRedirects].map((url) => new URL(url).origin))
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${styleHash}'${goesOn ? `; script-src 'sha256-${pressingHash}'` : ''}; form-action 'self' ${[...destinations].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
  )
  c.header('X-Robots-Tag', 'noindex')
  return c.html(html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>${title} · ${brand.name}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<p class="brand">${brand.name}</p>
<h1>${title}</h1>
${content}
</main>
${goesOn ? html`<script>${raw(pressing)}</script>` : ''}
</body>
</html>`)
}

async function findLink({ platform, token, type }: { platform: Platform; token: string; type: string }) {
  const { db, clock } = platform
  const found = await findToken(db, { secret: token, kinds: kindsOf(type), now: clock.now() })
  const user = found && (await findUser(db, { id: found.userId }))
  if (!user) return undefined
  const { id: userId, email_verified_at: verifiedAt } = user
  // Several sign-ups with one address may be several people's.
  const isOneSignUp = found.kind === 'signup' && verifiedAt === null && !(await hasSeveralSignUps(db, { userId }))
  return { userId, email: found.email, isUnconfirmed: verifiedAt === null, isOneSignUp }
}

/** What the owner answered in this browser some minutes ago, when it redeemed the link. */
async function findAnswer(
  request: AuthRequest,
  { token, type }: { token: string; type: string },
): Promise<BrowserAnswer | undefined> {
  const { platform } = request
  const browserKey = redemptionKeyOf(request)
  if (browserKey === undefined) return undefined
  const found = await findRepeatable(platform.db, { platform, secret: token, type, browserKey })
  return found?.answer
}

function wordingOf({ type, isUnconfirmed }: { type: string; isUnconfirmed: boolean }): Wording {
  const wordingFor = (known: Record<string, Wording>) => (Object.hasOwn(known, type) ? known[type] : undefined)
  return (isUnconfirmed ? wordingFor(unconfirmed()) : undefined) ?? wordingFor(wordings()) ?? confirmation()
}
