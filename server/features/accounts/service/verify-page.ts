import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

import { brand } from '#contract/brand.ts'

import type { ServiceRequest } from './endpoint.ts'

const wordings: Record<string, { title: string; text: string; button: string }> = {
  recovery: {
    title: 'Elige una contraseña nueva',
    text: 'Con un toque más llegas a la página donde la eliges.',
    button: 'Continuar',
  },
  email_change: {
    title: 'Confirma el cambio de tu correo',
    text: 'Confirma que quieres usar esta dirección en tu cuenta.',
    button: 'Confirmar el cambio',
  },
}
const confirmation = {
  title: 'Confirma tu correo',
  text: 'Confirma que esta dirección es tuya y entra a tu cuenta.',
  button: 'Confirmar mi correo',
}

const style = `
:root { color-scheme: light }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #fbf8f3; color: #172526; font: 17px/1.5 Figtree, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif }
main { box-sizing: border-box; width: min(100% - 32px, 420px); padding: 32px 24px; border-radius: 16px; background: #fff }
p { margin: 0 0 24px; color: #566263 }
.brand { margin: 0 0 16px; color: #1f6f54; font-weight: 700; font-size: 20px }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.2 }
button { width: 100%; min-height: 52px; padding: 12px 24px; border: 0; border-radius: 12px; background: #1f6f54; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid #1f6f54; outline-offset: 3px }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** GET /verify: mail scanners open every link, so opening one does nothing; its button posts. */
export function verifyPage({ platform, c }: ServiceRequest): Response | Promise<Response> {
  const { type = '', token = '', redirect_to: redirectTo = '' } = c.req.query()
  const { title, text, button } = (Object.hasOwn(wordings, type) ? wordings[type] : undefined) ?? confirmation
  // Its referrer policy is not no-referrer, which would hide from our own check that the form is ours.
  // The form's answer leads to the public address, which may differ from the one that this page was opened under.
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${platform.settings.publicUrl}; base-uri 'none'; frame-ancestors 'none'`,
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
<p>${text}</p>
<form method="post" action="/auth/v1/verify">
<input type="hidden" name="type" value="${type}">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="redirect_to" value="${redirectTo}">
<button type="submit">${button}</button>
</form>
</main>
</body>
</html>`)
}
