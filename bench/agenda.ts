// The week of a centre with 20 professionals and 2,000 appointments a month: its queries beside those of a database with a tenth
// of the rows, its route beside a bare JSON route, and its screen in a browser.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Temporal } from 'temporal-polyfill'
import { zone } from '#contract/calendar.ts'
import { insertCenters } from './agenda-rows.ts'
import { benchAgendaScreen } from './agenda-screen.ts'
import type { AgendaSetup } from './agenda-server.ts'
import { compareWeeks } from './agenda-weeks.ts'
import { benchYear } from './agenda-year.ts'
import { benchDatabase } from './database.ts'
import { milliseconds, report } from './figures.ts'
import { load } from './load.ts'
import type { ProcessorTime } from './processor-time.ts'

/** This week, so that part of it is in the past. */
const today = Temporal.Now.plainDateISO(zone)
const monday = today.subtract({ days: today.dayOfWeek - 1 }).toString()

/** The desks of a centre that read its week at the same time. */
const desks = 4

/** Requires the built pages, which `npm run bench` builds. */
export async function benchAgenda(): Promise<void> {
  const databases = [await benchDatabase(), await benchDatabase()] as const
  const [full, tenth] = databases
  try {
    const [rows, fewer] = await Promise.all([
      insertCenters(full.db, { monday, days: 360 }),
      insertCenters(tenth.db, { monday, days: 36 }),
    ])
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
    const [[setup], [barePort]] = (await Promise.all([once(server, 'message'), once(bare, 'message')])) as [
      [AgendaSetup],
      [number],
    ]
    const route = {
      clients: desks,
      url: () => `${setup.origin}/api/v1/centers/${centerId}/agenda?from=${monday}&days=7`,
      headers: { authorization: `Bearer ${setup.token}` },
    }
    const bareRoute = { clients: desks, url: () => `http://127.0.0.1:${barePort}/` }
    // V8 compiles the code of a week during its first thousand or so; a server runs for days.
    await load({ ...route, count: 1500 })
    await load({ ...bareRoute, count: 500 })
    const json = await load({ ...bareRoute, count: 4000 })
    const count = 1000
    const before = await processorTime(server)
    const week = await load({ ...route, count })
    const after = await processorTime(server)
    report('bare JSON route', json.figures)
    report('the week over HTTP', {
      ...week.figures,
      'asked for': '250',
      'of the bare route': (week.rate / json.rate).toFixed(3),
    })
    report('processor time of one week', {
      Node: milliseconds((after.node - before.node) / count),
      PostgreSQL: milliseconds((after.postgres - before.postgres) / count),
    })
    await benchAgendaScreen({ ...setup, monday })
  } finally {
    for (const child of [server, bare]) child.disconnect()
    await Promise.all([once(server, 'exit'), once(bare, 'exit')])
  }
}

/** Of the server's process, and of its PostgreSQL. */
async function processorTime(server: ChildProcess): Promise<ProcessorTime> {
  const answer = once(server, 'message')
  server.send('time')
  const [time] = (await answer) as [ProcessorTime]
  return time
}
