import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { brand } from '#contract/brand.ts'
import { dateTile, timeOfDay } from './moment-text.ts'

type Link = { label: string; url: string }

type MailParts = {
  subject: string
  /** The heading above the text; the subject by default. */
  title?: string
  visit?: Visit
  /** Plain text, which is escaped here. */
  paragraphs: readonly string[]
  /** Numbered lines after the first paragraph, such as the dates of a series. */
  list?: readonly string[]
  /** Lines that another person wrote, set apart from what Senda says. Plain text as well. */
  quote?: readonly string[]
  afterQuote?: string
  action?: Link
  /** Equal ones below the button, at most five, with short labels. */
  links?: readonly Link[]
  /** Six digits to type; `label` states their purpose. */
  code?: { label: string; digits: string }
  footnote?: string
  /** Below the footnote, because replies to a mail are not read unless it says so: how to write instead; to Senda by default. */
  writing?: Writing | 'by reply'
  /** Below both: where the reader stops such mails. */
  settings?: Link
}

/** An appointment at the head of a mail. `lines`: who first, then what, where, and for whom. */
export type Visit = { startsAt: Date; start: string; lines: readonly string[] }

/** Where the reader writes about what a mail says. */
export type Writing = { sentence: string; link?: Link }

const writingToUs = (): Writing => ({ sentence: `Si necesitas algo, escríbenos a ${brand.email}.` })

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
const leaf = '#e4f1ea'
const clay = '#d5764a'
const bend = `width: 44px; height: 9px; font-size: 0; line-height: 0; border-top: 3px solid ${eucalyptus};`
const font = "font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"

/** The layout of every mail: a title, an appointment, paragraphs, at most one button and one code. The plain text has the same parts. */
export function mailLayout(parts: MailParts): MailContent {
  const {
    subject,
    title = subject,
    visit,
    paragraphs,
    list = [],
    quote = [],
    afterQuote,
    action,
    links = [],
    code,
    footnote,
    settings,
  } = parts
  const { writing = writingToUs() } = parts
  const replies = writing === 'by reply' ? undefined : `No leemos las respuestas a este correo. ${writing.sentence}`
  const foot = [footnote, replies].filter((line) => line !== undefined)
  const writingLink = writing === 'by reply' ? undefined : writing.link
  const button =
    action &&
    html`<p style="margin: 28px 0"><a href="${action.url}" style="display: inline-block; padding: 14px 24px; border-radius: 12px; background: ${eucalyptus}; color: #ffffff; font-size: 17px; font-weight: 600; text-decoration: none">${action.label}</a></p>`
  const fallback =
    action &&
    html`<p style="margin: 16px 0 0; color: ${quiet}; font-size: 13px; line-height: 1.5">Si el botón no funciona, copia esta dirección en tu navegador:<br><a href="${action.url}" style="color: ${eucalyptus}; word-break: break-all">${action.url}</a></p>`

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
${masthead()}
<div style="padding: 28px 24px; border-radius: 16px; background: #ffffff">
<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25">${title}</h1>
${visit ? visitPart(visit) : ''}
${paragraphs.slice(0, 1).map(paragraphPart)}
${list.length > 0 ? listPart(list) : ''}
${paragraphs.slice(1).map(paragraphPart)}
${quote.length > 0 ? quotePart(quote) : ''}
${afterQuote === undefined ? '' : html`<p style="margin: 0 0 16px; color: ${quiet}; font-size: 15px; line-height: 1.5">${afterQuote}</p>`}
${button ?? ''}
${links.length > 0 ? linksPart(links) : ''}
${typed ?? ''}
${fallback ?? ''}
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
    ...(visit ? [visit.start, ...visit.lines] : []),
    ...paragraphs.slice(0, 1),
    list.length > 0 ? list.map((line, at) => `${at + 1}. ${line}`).join('\n') : undefined,
    ...paragraphs.slice(1),
    quote.length > 0 ? quote.map((line) => `> ${line}`).join('\n') : undefined,
    afterQuote,
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

/** The name above the winding path of the house, drawn with borders: mail programs show no SVG, and few show pictures unasked. */
const masthead = () => html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin: 0 0 16px"><tr>
<td style="padding: 0 12px 0 4px; color: ${eucalyptus}; font-size: 24px; font-weight: 700; line-height: 28px">${brand.name}</td>
<td style="vertical-align: middle"><div style="${bend} border-right: 3px solid ${eucalyptus}; border-bottom: 3px solid ${eucalyptus}; border-radius: 0 9px 9px 0; margin-left: 14px">&nbsp;</div>
<div style="${bend} border-left: 3px solid ${eucalyptus}; border-bottom: 3px solid ${eucalyptus}; border-radius: 9px 0 0 9px; margin-top: -3px">&nbsp;</div></td>
<td style="vertical-align: bottom; padding: 0 0 3px 4px"><div style="width: 9px; height: 9px; border-radius: 5px; background: ${clay}; font-size: 0; line-height: 0">&nbsp;</div></td>
</tr></table>`

/** The date as a tile, as on a tear-off calendar, beside the hour and the lines. */
function visitPart({ startsAt, lines }: Visit) {
  const { weekday, day, month } = dateTile(startsAt)
  const [who, ...others] = lines
  return html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin: 0 0 20px; border-collapse: separate; border-radius: 14px; background: ${sand}"><tr>
<td style="width: 68px; padding: 16px 0 16px 16px; vertical-align: top">
<div style="border-radius: 12px; overflow: hidden; background: #ffffff; text-align: center">
<div style="padding: 4px 0; background: ${eucalyptus}; color: #ffffff; font-size: 13px; font-weight: 600">${weekday}</div>
<div style="padding: 6px 0 0; font-size: 28px; font-weight: 700; line-height: 1">${day}</div>
<div style="padding: 2px 0 8px; color: ${quiet}; font-size: 13px">${month}</div>
</div></td>
<td style="padding: 16px; vertical-align: top">
<p style="margin: 0 0 4px; font-size: 22px; font-weight: 700; line-height: 1.2">${timeOfDay(startsAt)} <span style="color: ${quiet}; font-size: 13px; font-weight: 400">hora de Uruguay</span></p>
${who === undefined ? '' : html`<p style="margin: 0 0 4px; font-size: 16px; font-weight: 600; line-height: 1.4">${who}</p>`}
${others.map((line) => html`<p style="margin: 0 0 2px; font-size: 15px; line-height: 1.45">${line}</p>`)}
</td></tr></table>`
}

const paragraphPart = (paragraph: string) =>
  html`<p style="margin: 0 0 16px; font-size: 16px; line-height: 1.5">${paragraph}</p>`

function listPart(lines: readonly string[]) {
  return html`<ol style="margin: 0 0 16px; padding: 0 0 0 28px; font-size: 16px; line-height: 1.5">${lines.map((line) => html`<li style="margin: 0 0 4px">${line}</li>`)}</ol>`
}

function quotePart(lines: readonly string[]) {
  return html`<div style="margin: 0 0 20px; padding: 16px 18px; border-left: 4px solid ${eucalyptus}; border-radius: 0 14px 14px 0; background: ${sand}">${lines.map(
    (line, at) =>
      html`<p style="margin: ${at === 0 ? '0' : '8px 0 0'}; font-size: 16px; line-height: 1.5; overflow-wrap: anywhere">${line}</p>`,
  )}</div>`
}

/** Four in a row where there is room, two on a phone. */
function linksPart(links: readonly Link[]) {
  return html`<div style="margin: 8px -4px 0; font-size: 0">${links.map(
    ({ label, url }) =>
      html`<a href="${url}" style="display: inline-block; box-sizing: border-box; width: 120px; margin: 0 4px 8px; padding: 12px 4px; border-radius: 10px; background: ${leaf}; color: ${eucalyptus}; font-size: 14px; font-weight: 600; line-height: 20px; text-align: center; text-decoration: none">${label}</a>`,
  )}</div>`
}
