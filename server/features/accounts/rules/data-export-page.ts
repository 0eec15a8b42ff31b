import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { brand } from '#contract/brand.ts'
import { pesos } from '#contract/money.ts'

import type { DataExportPart, Format } from '#server/platform/data-export.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'
import type { ExportedData } from './data-export.ts'

type Entry = Record<string, unknown>
type FilledPart = { part: DataExportPart; entries: Entry[] }
type Html = HtmlEscapedString | Promise<HtmlEscapedString>

// Inline: the page is opened from a disk, perhaps years later, without the server.
const style = `
:root { color-scheme: light }
body { margin: 0; background: #fbf8f3; color: #172526; font: 16px/1.5 Figtree, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif }
main { box-sizing: border-box; max-width: 60rem; margin: 0 auto; padding: 24px 16px 64px }
h1 { margin: 0 0 8px; font-size: 1.75rem; line-height: 1.2 }
h2 { margin: 40px 0 12px; font-size: 1.25rem; color: #1f6f54 }
p { margin: 0 0 12px; max-width: 42rem }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 16px 0 0; padding: 0; list-style: none }
a { color: #1f6f54 }
img { display: block; width: 128px; height: 128px; margin: 16px 0; border-radius: 16px; object-fit: cover }
table { width: 100%; margin: 0 0 16px; border-collapse: collapse; background: #fff }
th, td { padding: 8px 12px; border: 1px solid #ddd6c9; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { font-weight: 600 }
tbody th { width: 14rem; background: #f4efe6 }
thead th { background: #f4efe6 }
td { white-space: pre-line }
pre { margin: 0; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
@media screen and (max-width: 40rem) {
  table { table-layout: fixed }
  th, td { padding: 6px 10px }
  tbody th { width: 38%; font-size: 14px; line-height: 24px }
  .lines, .lines tbody, .lines tr, .lines td { display: block }
  .lines thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .lines tr { padding: 6px 0; border: 1px solid #ddd6c9; border-top: 0 }
  .lines tr:first-child { border-top: 1px solid #ddd6c9 }
  .lines td { padding: 2px 10px; border: 0 }
  .lines td::before { content: attr(data-label) ': '; font-weight: 600 }
}
@media print {
  body { background: #fff; font-size: 11pt }
  main { max-width: none; padding: 0 }
  nav { display: none }
  h2 { break-after: avoid }
  tr { break-inside: avoid }
}
`

/** The export for people: one page without scripts or external resources, in pieces of one entry. */
export function* dataExportPage({ parts, photo, now }: ExportedData): Generator<string> {
  const filled = parts.map(({ part, stored }) => ({ part, entries: [(stored ?? []) as Entry | Entry[]].flat() }))
  const present = filled.filter(({ entries }) => entries.length > 0)
  const absent = filled.filter(({ entries }) => entries.length === 0).map(({ part }) => part.title)
  yield textOf(html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Tus datos en ${brand.name}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>Tus datos en ${brand.name}</h1>
<p>Todo lo que ${brand.name} guarda de ti, como estaba el ${dateAndTime(now)}.</p>
<p>Para un programa está la copia en formato JSON, con los mismos datos.</p>
${photo ? html`<img src="data:${photo.type};base64,${photo.base64}" alt="Tu foto">` : ''}
<nav aria-label="Contenido"><ul>${present.map(({ part }) => html`<li><a href="#${part.name}">${part.title}</a></li>`)}</ul></nav>
`)
  for (const filledPart of present) yield* drawPart(filledPart)
  yield textOf(html`
${absent.length > 0 ? html`<h2>Lo que no guardamos</h2><p>De esto no hay nada: ${absent.join(', ')}.</p>` : ''}
</main>
</body>
</html>
`)
}

// hono's html returns a promise only when one of its values is a promise.
const textOf = (page: Html) => (page as HtmlEscapedString).toString()

function* drawPart({ part, entries }: FilledPart): Generator<string> {
  yield textOf(html`<section aria-labelledby="${part.name}"><h2 id="${part.name}">${part.title}</h2>
`)
  yield* part.layout === 'lines' ? drawLines({ part, entries }) : drawTables({ part, entries })
  yield '\n</section>\n'
}

function* drawTables({ part, entries }: FilledPart): Generator<string> {
  for (const entry of entries) {
    const rows = Object.entries(part.fields).flatMap(([key, { label, as }]) => {
      const text = valueText(entry[key], as)
      return text === undefined ? [] : [html`<tr><th scope="row">${label}</th><td>${text}</td></tr>`]
    })
    yield textOf(html`<table><tbody>${rows}</tbody></table>`)
  }
}

function* drawLines({ part, entries }: FilledPart): Generator<string> {
  const fields = Object.entries(part.fields)
  yield textOf(html`<table class="lines">
<thead><tr>${fields.map(([, { label }]) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>`)
  for (const entry of entries) {
    const cells = fields.map(
      ([key, { label, as }]) => html`<td data-label="${label}">${valueText(entry[key], as) ?? '–'}</td>`,
    )
    yield textOf(html`<tr>${cells}</tr>`)
  }
  yield '</tbody>\n</table>'
}

const days = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', dateStyle: 'long' })

/** Undefined for an empty value. */
function valueText(value: unknown, as: Format | undefined): string | Html | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (as === 'json')
    return Object.keys(value).length > 0 ? html`<pre>${JSON.stringify(value, null, 2)}</pre>` : undefined
  if (Array.isArray(value)) {
    const texts = value.map((each: unknown) => plainText(each, as))
    return texts.length > 0 ? texts.join(', ') : undefined
  }
  return plainText(value, as)
}

function plainText(value: unknown, as: Format | undefined): string {
  if (as === 'instant') return dateAndTime(value as Date)
  if (as === 'day') return days.format(new Date(`${String(value)}T00:00:00Z`))
  if (as === 'yesNo') return value === true ? 'Sí' : 'No'
  if (as === 'money') return moneyText(value as { cents: number; currency: string })
  const text = String(value)
  return typeof as === 'object' ? (as[text] ?? text) : text
}

function moneyText({ cents, currency }: { cents: number; currency: string }): string {
  if (currency === 'UYU') return pesos(cents)
  return new Intl.NumberFormat('es-UY', { style: 'currency', currency }).format(cents / 100)
}
