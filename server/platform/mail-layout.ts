import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { brand } from '#contract/brand.ts'

type Link = { label: string; url: string }

type MailParts = {
  subject: string
  /** The heading above the text; the subject by default. */
  title?: string
  /** Plain text, which is escaped here. */
  paragraphs: readonly string[]
  action?: Link
  links?: readonly Link[]
  /** Six digits to type; `label` states their purpose. */
  code?: { label: string; digits: string }
  footnote?: string
  /** Below the footnote, because replies to a mail are not read unless it says so: how to write instead; to Senda by default. */
  writing?: Writing | 'by reply'
  /** Below both: where the reader stops such mails. */
  settings?: Link
}

/** Where the reader writes about what a mail says. */
export type Writing = { sentence: string; link?: Link }

const writingToUs: Writing = { sentence: `Si necesitas algo, escríbenos a ${brand.email}.` }

/** The section of Mi Cuenta in which a reader switches the mails of a kind off. */
export function settingsLink({ publicUrl }: { publicUrl: string }): Link {
  return { label: 'Elegir qué avisos recibo', url: `${publicUrl}/account?seccion=avisos` }
}

/** How a patient writes to the centre, whose address for mails is not public. */
export function writingToCenter({ centerId, publicUrl }: { centerId: string; publicUrl: string }): Writing {
  return {
    sentence: `Al centro le escribes por los mensajes de ${brand.name}.`,
    link: { label: 'Escribirle al centro', url: `${publicUrl}/chat?${new URLSearchParams({ to: centerId })}` },
  }
}

export type MailContent = { subject: string; html: string; text: string }

// Mail programs know neither variables nor oklch: these are the design system's eucalyptus, ink and sand in hex.
const eucalyptus = '#1f6f54'
const ink = '#172526'
const quiet = '#566263'
const sand = '#fbf8f3'
const font = "font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"

/** The layout of every mail: a title, paragraphs, at most one button and one code. The plain text has the same parts. */
export function mailLayout(parts: MailParts): MailContent {
  const { subject, title = subject, paragraphs, action, links = [], code, footnote, settings } = parts
  const { writing = writingToUs } = parts
  const replies = writing === 'by reply' ? undefined : `No leemos las respuestas a este correo. ${writing.sentence}`
  const foot = [footnote, replies].filter((line) => line !== undefined)
  const writingLink = writing === 'by reply' ? undefined : writing.link
  const button =
    action &&
    html`<p style="margin: 28px 0"><a href="${action.url}" style="display: inline-block; padding: 14px 24px; border-radius: 12px; background: ${eucalyptus}; color: #ffffff; font-size: 17px; font-weight: 600; text-decoration: none">${action.label}</a></p>
<p style="margin: 0 0 16px; color: ${quiet}; font-size: 14px">Si el botón no funciona, copia esta dirección en tu navegador:<br><a href="${action.url}" style="color: ${eucalyptus}; word-break: break-all">${action.url}</a></p>`

  const digits = code && `${code.digits.slice(0, 3)} ${code.digits.slice(3)}`
  const typed =
    code &&
    html`<p style="margin: 20px 0 8px; font-size: 16px; line-height: 1.5">${code.label}</p>
<p style="margin: 0 0 16px; padding: 16px 12px; border-radius: 12px; background: ${sand}; font-size: 34px; font-weight: 700; line-height: 1.2; letter-spacing: 4px; text-align: center; white-space: nowrap">${digits}</p>`

  const page = html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin: 0; padding: 24px 12px; background: ${sand}; color: ${ink}; ${font}">
<div style="max-width: 560px; margin: 0 auto">
<p style="margin: 0 0 16px; color: ${eucalyptus}; font-size: 22px; font-weight: 700">${brand.name}</p>
<div style="padding: 28px 24px; border-radius: 16px; background: #ffffff">
<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25">${title}</h1>
${paragraphs.map((paragraph) => html`<p style="margin: 0 0 16px; font-size: 16px; line-height: 1.5">${paragraph}</p>`)}
${button ?? ''}
${links.map(({ label, url }) => html`<p style="margin: 0 0 8px; font-size: 16px; line-height: 1.5"><a href="${url}" style="color: ${eucalyptus}">${label}</a></p>`)}
${typed ?? ''}
</div>
${footnote === undefined ? '' : html`<p style="margin: 16px 24px 0; color: ${quiet}; font-size: 13px; line-height: 1.5">${footnote}</p>`}
${replies === undefined ? '' : html`<p style="margin: 8px 24px 0; color: ${quiet}; font-size: 13px; line-height: 1.5">${replies}</p>`}
${writingLink === undefined ? '' : html`<p style="margin: 8px 24px 0; font-size: 13px; line-height: 1.5"><a href="${writingLink.url}" style="color: ${quiet}">${writingLink.label}</a></p>`}
${settings === undefined ? '' : html`<p style="margin: 8px 24px 0; font-size: 13px; line-height: 1.5"><a href="${settings.url}" style="color: ${quiet}">${settings.label}</a></p>`}
</div>
</body>
</html>`

  const text = [
    title,
    ...paragraphs,
    action && `${action.label}:\n${action.url}`,
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    code && `${code.label}\n${digits}`,
    foot.length > 0 ? `—\n${foot.join('\n')}` : undefined,
    writingLink && `${writingLink.label}:\n${writingLink.url}`,
    settings && `${settings.label}:\n${settings.url}`,
    brand.name,
  ]
  // hono's html returns a promise only when one of its values is a promise.
  return {
    subject,
    html: (page as HtmlEscapedString).toString(),
    text: `${text.filter((part) => part !== undefined).join('\n\n')}\n`,
  }
}
