import { type ErrorMap, getEventIteratorSchemaDetails } from '@orpc/contract'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'

import { brand } from '#contract/brand.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { contentSecurityPolicy } from './content-security.ts'
import { accessInWords, type ContractRoute, generateOpenApi, listRoutes } from './openapi.ts'
import { createPage, type Page, pageTag, respondWithPage } from './rendered-page.ts'

type Schema = ReturnType<ZodToJsonSchemaConverter['convert']>[1]
type Markup = ReturnType<typeof html>
type Field = { name: string; type: string; required: boolean; note: string }

const style = `
:root { color-scheme: light dark; --line: color-mix(in oklch, CanvasText 18%, Canvas); --soft: color-mix(in oklch, CanvasText 72%, Canvas) }
body { margin: 0 auto; max-width: 60rem; padding: 24px 16px 80px; font: 16px/1.5 system-ui, sans-serif }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
h2 { margin-top: 48px; border-bottom: 1px solid var(--line); text-transform: capitalize }
article { margin: 24px 0; padding: 16px; border: 1px solid var(--line); border-radius: 12px }
h3 { margin: 0; font-size: 1rem } h4 { margin: 12px 0 4px; font-size: 0.9rem }
p { margin: 4px 0 } .soft { color: var(--soft) }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: 0.9rem } th, td { text-align: left; vertical-align: top; padding: 4px 16px 4px 0 }
summary { cursor: pointer; min-height: 24px }
nav ul { display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 0; list-style: none }
`

/** /openapi.json for programs and /docs for people, both generated from the contract. */
export function createApiDocs(input: { publicUrl: string }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const document = onceForName(() => createDocument(input))
  const page = onceForName(createDocsPage)
  app.get('/openapi.json', async (c) => respondWithPage({ c, page: await document() }))
  app.get('/docs', async (c) => respondWithPage({ c, page: await page() }))
  return app
}

/** The contract does not change while the process runs: a page is generated and compressed once for each name of the operator. */
function onceForName(make: () => Promise<Page>): () => Promise<Page> {
  let made: { name: string; page: Promise<Page> } | undefined
  return () => {
    if (made?.name !== brand.name) made = { name: brand.name, page: make() }
    return made.page
  }
}

async function createDocument(input: { publicUrl: string }): Promise<Page> {
  return createStaticPage({ text: JSON.stringify(await generateOpenApi(input)), type: 'application/json', headers: [] })
}

async function createDocsPage(): Promise<Page> {
  const policy = contentSecurityPolicy({ styles: [style] })
  const headers = [['content-security-policy', policy]] as const
  return createStaticPage({ text: String(await documentation()), type: 'text/html; charset=utf-8', headers })
}

function createStaticPage(input: { text: string; type: string; headers: Page['headers'] }): Page {
  const content = Buffer.from(input.text)
  const headers = [
    ['content-type', input.type],
    ['cache-control', 'no-cache'],
    ['etag', pageTag(content)],
    ...input.headers,
  ] as const
  return createPage({ status: 200, headers, html: content, cacheSeconds: 0 })
}

function documentation(): Markup {
  const nouns = Map.groupBy(listRoutes(), (route) => route.noun)
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>API · ${brand.name}</title>
<style>${raw(style)}</style>
</head>
<body>
<h1>La API de ${brand.name}</h1>
<p>Lo mismo para programas: <a href="/api/openapi.json">/api/openapi.json</a>. La sesión se obtiene en <code>/auth/v1</code> y viaja como
<code>Authorization: Bearer …</code>. Los importes son centésimos enteros de peso uruguayo; los instantes, textos ISO 8601 en UTC.</p>
<nav aria-label="Temas"><ul>${[...nouns.keys()].map((noun) => html`<li><a href="#${noun}">${noun}</a></li>`)}</ul></nav>
${[...nouns].map(([noun, routes]) => html`<section id="${noun}"><h2>${noun}</h2>${routes.map(describeRoute)}</section>`)}
</body>
</html>`
}

function describeRoute(route: ContractRoute): Markup {
  const { inputSchema, outputSchema, errorMap } = route.procedure['~orpc']
  const converter = new ZodToJsonSchemaConverter()
  const input = inputSchema && converter.convert(inputSchema, { strategy: 'input' })[1]
  // The output of a stream is described by its events.
  const shown = getEventIteratorSchemaDetails(outputSchema)?.yields ?? outputSchema
  const output = shown && converter.convert(shown, { strategy: 'output' })[1]
  const errors = Object.entries<ErrorMap[string]>(errorMap).map(([code, item]) => ({
    code,
    status: item?.status ?? 500,
    message: item?.message ?? '',
  }))
  return html`<article id="${route.name}">
<h3><code>${route.method} ${route.path}</code></h3>
<p>${route.summary}</p>
<p class="soft">${accessInWords(route.access)}</p>
<h4>Se envía</h4>${input ? describeFields(input) : html`<p class="soft">Nada.</p>`}
<h4>Se recibe</h4>${output ? describeFields(output) : html`<p class="soft">Nada.</p>`}
<details><summary>Errores (${errors.length})</summary><div class="wide"><table>
<thead><tr><th>Estado</th><th>Código</th><th>Mensaje</th></tr></thead>
<tbody>${errors.map((error) => html`<tr><td>${error.status}</td><td><code>${error.code}</code></td><td>${error.message}</td></tr>`)}</tbody>
</table></div></details>
</article>`
}

function describeFields(schema: Schema): Markup {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return html`<p><code>${typeInWords(schema)}</code></p>`
  return html`<div class="wide"><table><tbody>${fields.map(
    (field) =>
      html`<tr><td><code>${field.name}</code>${field.required ? '' : html` <span class="soft">opcional</span>`}</td><td><code>${field.type}</code></td><td class="soft">${field.note}</td></tr>`,
  )}</tbody></table></div>`
}

/** It lists two levels, as `items[].name`; openapi.json has the rest. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]): Field[] => {
    if (typeof value === 'boolean') return []
    const name = prefix + key
    const inner = typeof value.items === 'object' ? value.items : value
    const deeper = prefix === '' ? fieldsOf(inner, `${name}${inner === value ? '' : '[]'}.`) : []
    const required = prefix !== '' || (schema.required ?? []).includes(key)
    return [{ name, type: typeInWords(value), required, note: limitsInWords(value) }, ...deeper]
  })
}

function typeInWords(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => (typeof choice === 'boolean' ? 'any' : typeInWords(choice))).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'array') return `${typeof schema.items === 'object' ? typeInWords(schema.items) : 'any'}[]`
  const { type = 'any' } = schema
  const types: string = typeof type === 'string' ? type : Array.from(type as readonly string[]).join(' | ')
  return types + (schema.format ? ` (${schema.format})` : '')
}

function limitsInWords(schema: Schema): string {
  const limits: [string, string | number | undefined][] = [
    ['mínimo', schema.minimum],
    ['máximo', schema.maximum],
    ['largo mínimo', schema.minLength],
    ['largo máximo', schema.maxLength],
    ['hasta', schema.maxItems],
    ['por omisión', schema.default === undefined ? undefined : JSON.stringify(schema.default)],
  ]
  const known = limits.filter(([, value]) => value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
  return [schema.description, ...known.map(([name, value]) => `${name} ${value}`)].filter(Boolean).join(' · ')
}
