// Lighthouse's figures of the public pages on its mobile profile, medians of five, beside a page that holds one sentence.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requireChromium } from './chromium.ts'
import { startDemoServer } from './demo-server.ts'
import { median, report, whole } from './figures.ts'

/** Not in package.json: it brings 200 packages, which only this bench needs. */
const lighthouse = 'lighthouse@13.5.0'
const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5)

/** `indexed`: search engines may list the page. */
const pages = [
  { path: '/', indexed: true },
  { path: '/centers', indexed: true },
  { path: '/search-centers', indexed: true },
  { path: '/services', indexed: true },
  { path: '/services/psicoterapia', indexed: true },
  { path: '/register', indexed: true },
  { path: '/register-center', indexed: true },
  { path: '/faq', indexed: true },
  { path: '/contact', indexed: true },
  { path: '/terms', indexed: true },
  { path: '/privacy', indexed: true },
  { path: '/login', indexed: false },
  { path: '/forgot-password', indexed: false },
] as const

const barePage =
  '<!doctype html><html lang="es"><head><meta name="viewport" content="width=device-width"><title>Senda</title></head><body><p>Encuentra tu centro</p></body></html>'

/** Requires the built pages, which `npm run bench` builds. */
export async function benchLighthouse(): Promise<void> {
  const { base, stop } = await startDemoServer()
  const bare = createServer((_, response) => response.setHeader('content-type', 'text/html').end(barePage))
  bare.listen(0, '127.0.0.1')
  try {
    await once(bare, 'listening')
    const { port } = bare.address() as AddressInfo
    await reportPage({ name: 'a page of one sentence', url: `http://127.0.0.1:${port}/`, indexed: false })
    for (const { path, indexed } of [...pages, { path: await firstCenter(base), indexed: true }]) {
      await reportPage({ name: path, url: base + path, indexed })
    }
  } finally {
    bare.close()
    await stop()
  }
}

async function firstCenter(base: string): Promise<string> {
  const html = await (await fetch(`${base}/centers?when=any`)).text()
  const [path] = html.match(/\/centers\/[\w-]{36}/) ?? []
  if (!path) throw new Error('/centers lists no centre')
  return path
}

type Page = { name: string; url: string; indexed: boolean }

async function reportPage({ name, indexed, ...page }: Page): Promise<void> {
  const results: Result[] = []
  for (let failures = 0; results.length < runs; ) {
    const result = await runLighthouse(page)
    if (result) results.push(result)
    else if (++failures > runs) throw new Error(`lighthouse fails again and again for ${page.url}`)
  }
  const middle = (read: (result: Result) => number) => median(results.map(read))
  const score = (id: keyof Result['categories']) => whole(100 * middle(({ categories }) => categories[id].score ?? 0))
  const figure = (id: string) => middle(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
  report(name, {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    ...(indexed && { SEO: score('seo') }),
    'largest paint': `${(figure('largest-contentful-paint') / 1000).toFixed(2)} s`,
    blocking: `${whole(figure('total-blocking-time'))} ms`,
    shift: figure('cumulative-layout-shift').toFixed(3),
    bytes: `${whole(figure('total-byte-weight') / 1000)} KB`,
  })
  for (const audit of failedAudits(results)) console.log(`    below 100 for: ${audit}`)
}

type Audit = { score: number | null; numericValue?: number; title: string }
type Category = { score: number | null; auditRefs: { id: string }[] }
type Result = {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', Category>
  audits: Partial<Record<string, Audit>>
}

/** The titles of audits outside of performance that a run failed. */
function failedAudits(results: readonly Result[]): Set<string> {
  const failed = results.flatMap(({ categories, audits }) =>
    (['accessibility', 'best-practices'] as const)
      .flatMap((id) => categories[id].auditRefs)
      .map(({ id }) => audits[id])
      .filter((audit) => audit?.score !== null && audit?.score !== undefined && audit.score < 1),
  )
  return new Set(failed.map((audit) => audit?.title ?? ''))
}

/** @returns undefined when Chromium recorded no trace, as happens now and then: Lighthouse names the reason and exits with 1 */
async function runLighthouse({ url }: { url: string }): Promise<Result | undefined> {
  const args = [
    ...['--yes', lighthouse, url, '--quiet', '--output=json', '--output-path=stdout'],
    '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
  ]
  const env = { ...process.env, CHROME_PATH: await requireChromium(), npm_config_loglevel: 'error' }
  const run = spawn('npx', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  run.stdout.on('data', (part: Buffer) => parts.push(part))
  const [code] = (await once(run, 'close')) as [number | null]
  // The printed result may be cut short then.
  return code === 0 ? (JSON.parse(Buffer.concat(parts).toString()) as Result) : undefined
}
