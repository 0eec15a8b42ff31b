// The week of a centre with 20 professionals and 2,000 appointments a month: its queries beside those of a database with a tenth
// of the rows, its route beside a bare JSON route, and its screen in a browser.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { Temporal } from 'temporal-polyfill'
import { zone } from '#contract/calendar.ts'
import { insertCenters } from './agenda-rows.ts'
import { benchAgendaScreen } from './agenda-screen.ts'
import type { AgendaPlace } from './agenda-server.ts'
import { compareWeeks } from './agenda-weeks.ts'
import { benchYear } from './agenda-year.ts'
import { benchDatabase } from './database.ts'
import { milliseconds, quantile, report, whole } from './figures.ts'

/** This week, so that part of it is in the past. */
const today = Temporal.Now.plainDateISO(zone)
const monday = today.subtract({ days: today.dayOfWeek - 1 }).toString()

/** Requires the built pages, which `npm run bench` builds. */
export async function benchAgenda(): Promise<void> {
  const databases = [await benchDatabase(), await benchDatabase()] as const
  const [full, tenth] = databases
  try {
    const rows = await insertCenters(full.db, { monday, days: 360 })
    const fewer = await insertCenters(tenth.db, { monday, days: 36 })
    await compareWeeks({ monday, full: { ...full, ...rows }, tenth: { ...tenth, ...fewer } })
    const { centerId } = rows.large
    await benchYear({ ...full, centerId, from: today.subtract({ years: 1 }).toString(), to: today.toString() })
    await benchServer({ url: full.url, centerId })
  } finally {
    await Promise.all(databases.map((database) => database.stop()))
  }
}

async function benchServer({ url, centerId }: { url: string; centerId: string }): Promise<void> {
  const server = fork(new URL('./agenda-server.ts', import.meta.url), [url, centerId])
  const bare = fork(new URL('./bare-json.ts', import.meta.url), [])
  try {
    const [[place], [barePort]] = (await Promise.all([once(server, 'message'), once(bare, 'message')])) as [
      [AgendaPlace],
      [number],
    ]
    const route = {
      url: `${place.origin}/api/v1/centers/${centerId}/agenda?from=${monday}&days=7`,
      authorization: `Bearer ${place.token}`,
    }
    const peer = { url: `http://127.0.0.1:${barePort}/` }
    await load({ ...route, count: 100 })
    await load({ ...peer, count: 500 })
    const json = await load({ ...peer, count: 4000 })
    const week = await load({ ...route, count: 600 })
    report('bare JSON route', json.figures)
    report('the week over HTTP', { ...week.figures, 'of the bare route': (week.rate / json.rate).toFixed(3) })
    await benchAgendaScreen({ ...place, monday })
  } finally {
    for (const child of [server, bare]) child.disconnect()
    await Promise.all([once(server, 'exit'), once(bare, 'exit')])
  }
}

type Load = { url: string; authorization?: string; count: number }

/** Four concurrent clients: the desks of a centre. */
async function load({ url, authorization, count }: Load) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const samples: number[] = []
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const headers = { 'accept-encoding': 'br, gzip', ...(authorization && { authorization }) }
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const _ of indexes) {
        const sent = performance.now()
        const status = await request({ url, agent, headers })
        if (status !== 200) throw new Error(`${url} responded ${status}`)
        samples.push(performance.now() - sent)
      }
    }),
  )
  const rate = count / ((performance.now() - started) / 1000)
  agent.destroy()
  const p = (share: number) => milliseconds(quantile({ samples, share }))
  return { rate, figures: { 'per second': whole(rate), p50: p(0.5), p99: p(0.99) } }
}

function request({ url, ...options }: { url: string; agent: Agent; headers: Record<string, string> }): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
}
