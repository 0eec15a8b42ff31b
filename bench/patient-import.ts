// 50,000 patients from a file, checked, brought in, brought in again and undone, over HTTP and on a durable database; then the list of them.
import { packRow } from '#contract/patient-files.ts'
import { newId } from '#server/platform/ids.ts'
import { readSettings } from '#server/platform/settings.ts'
import { buildCenter } from '#server/testing/builders.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { partsOf } from '#web/features/contacts/import/check-patients.ts'
import { createBenchApp, openServer } from './app-server.ts'
import { benchDatabase } from './database.ts'
import { claim, quantilesOf, report } from './figures.ts'
import { benchPlatform } from './platform.ts'

const people = 50_000
const givenNames = ['Ana', 'Lía', 'Rosa', 'Juan', 'Bruno', 'Martín', 'Sofía', 'Elena', 'Diego', 'Gonzalo']
const surnames = [
  'Pérez',
  'Gil',
  'Luna',
  'Sosa',
  'Núñez',
  'Martínez',
  'Bidegain',
  'Olivera',
  'Rodríguez',
  'Viera',
  'Silva',
]
const nameOf = (n: number) =>
  `${givenNames[n % 10]} ${surnames[Math.floor(n / 10) % 11]} ${surnames[Math.floor(n / 110) % 11]}`

/** A telephone of its own for each, and of every second one a birth date and an address. */
const rows = Array.from({ length: people }, (_, n) => {
  const more =
    n % 2 === 0 ? { email: `persona${n}@correo.uy`, birthDate: '31/12/1980', cover: 'CASMU', tags: 'control' } : {}
  return packRow({
    line: n + 2,
    cells: { name: nameOf(n), phone: `09${(1_000_000 + n * 17).toString().padStart(7, '0')}`, ...more },
  })
})

export async function benchPatientImport(): Promise<void> {
  const database = await benchDatabase()
  const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
  const platform = benchPlatform({ ...database, settings })
  const server = await openServer(await createBenchApp(platform))
  try {
    const { centerId } = await buildCenter(platform)
    const { tokens } = await signIn(platform, centerId)
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' }
      const response = await fetch(`${server.origin}/api/v1/centers/${centerId}/${path}`, {
        ...{ method, headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as { added: number; left: number; outcomes: unknown[]; items: unknown[] }
    }
    const parts = partsOf(rows)
    const timed = async (name: string, work: (rows: string[]) => Promise<unknown>) => {
      const durations: number[] = []
      for (const part of parts) {
        const sentAt = performance.now()
        await work(part)
        durations.push(performance.now() - sentAt)
      }
      const seconds = durations.reduce((sum, each) => sum + each, 0) / 1000
      report(name, { seconds: seconds.toFixed(1), requests: String(parts.length), ...quantilesOf(durations) })
    }
    const bring = async () => {
      const importId = newId()
      const counts = { planned: people, known: 0, refused: 0 }
      await call('POST', 'imports', { importId, fileName: 'pacientes.csv', ...counts })
      let added = 0
      const send = async (part: string[]) => {
        added += (await call('POST', `imports/${importId}/rows`, { rows: part })).added
      }
      return { importId, send, added: () => added }
    }
    await timed('check 50,000 lines', (part) => call('POST', 'imports/check', { rows: part }))
    const first = await bring()
    await timed('bring in 50,000 patients', first.send)
    claim(first.added() === people, 'each of them is in')
    const second = await bring()
    await timed('the same file again', second.send)
    claim(second.added() === 0, 'none of them twice')
    for (const [name, path] of [
      ['the first page of the list', 'contacts?limit=30'],
      ['a name', 'contacts?limit=30&q=gonzalo%20viera'],
      ['a name with a slip', 'contacts?limit=30&q=gonsalos'],
      ['a telephone', 'contacts?limit=8&q=099123456'],
      ['the tags', 'tags'],
    ] as const) {
      const durations: number[] = []
      for (let n = 0; n < 20; n++) {
        const sentAt = performance.now()
        await call('GET', path)
        durations.push(performance.now() - sentAt)
      }
      report(name, quantilesOf(durations))
    }
    const beganAt = performance.now()
    let left = people
    while (left > 0) left = (await call('POST', `imports/${first.importId}/undo`, {})).left
    report('undo', { seconds: ((performance.now() - beganAt) / 1000).toFixed(1) })
    claim((await call('GET', 'contacts')).items.length === 0, 'none of them is left')
  } finally {
    await server.close()
    await database.stop()
  }
}
