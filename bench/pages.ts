// /centers as HTML, from the page cache and freshly rendered, beside a bare JSON route and beside each other in one run; the
// processor time of a rendering beside its parts; and the scripts of a page's first load.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { startDemoServer } from './demo-server.ts'
import { claim, median, milliseconds, report, whole } from './figures.ts'
import { firstScriptLimits, firstScripts } from './first-scripts.ts'
import { load } from './load.ts'

const clients = 16
const rounds = 7
/** V8 compiles the code of a page until it has rendered a thousand or so; a server renders for days. */
const warmUp = 1500

/** Requires the built pages, which `npm run bench` builds. */
export async function benchPages(): Promise<void> {
  const { base, pid, stop } = await startDemoServer()
  const bare = fork(new URL('./bare-json.ts', import.meta.url), [])
  try {
    const [barePort] = (await once(bare, 'message')) as [number]
    const bareRoute = `http://127.0.0.1:${barePort}/`
    const cached = `${base}/centers?q=fisio&near=pocitos`
    const first = await fetchText(cached)
    claim(first.includes('</html>') && first.includes('/book/'), 'the page holds centres with free times')

    await load({ clients, count: 500, url: () => bareRoute })
    await load({ clients, count: 500, url: () => cached })
    await load({ clients, count: warmUp, url: (index) => `${cached}&error=warm${index}` })
    // In alternation, because the machine's other load changes from one second to the next.
    const [json, page]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      json.push((await load({ clients, count: 2000, url: () => bareRoute })).rate)
      page.push((await load({ clients, count: 2000, url: () => cached })).rate)
    }
    const rendered = await load({ clients, count: 400, url: (index) => `${cached}&error=${index}` })
    report('bare JSON route', { 'per second': whole(median(json)) })
    const shares = page.map((rate, round) => rate / (json[round] ?? rate))
    report('/centers from the cache', {
      'per second': whole(median(page)),
      'of the bare route': median(shares).toFixed(2),
      target: '0.70',
    })
    report('/centers freshly rendered', {
      ...rendered.figures,
      'of the bare route': (rendered.rate / median(json)).toFixed(2),
    })
    if (pid !== undefined) await reportProcessorTime({ base, pid, html: first })
    for (const { path, kilobytes: limit } of firstScriptLimits) {
      const { kilobytes, files } = await firstScripts({ base, path })
      report(`first scripts of ${path}`, {
        gzip: `${kilobytes.toFixed(1)} KB`,
        files: whole(files),
        limit: `${limit} KB`,
      })
    }
  } finally {
    bare.disconnect()
    await stop()
  }
}

/** The processor time of one page without the cache, beside what is in it: the search, and React alone with the same markup. */
async function reportProcessorTime({ base, pid, html }: { base: string; pid: number; html: string }): Promise<void> {
  if (!existsSync('/proc/self/stat')) return
  const measure = async (path: string) => {
    const url = (index: number) => `${base}${path}${path.includes('?') ? '&' : '?'}error=cpu${index}`
    await load({ clients, count: warmUp, url })
    const before = processorMs(pid)
    const count = 600
    await load({ clients, count, url })
    return milliseconds((processorMs(pid) - before) / count)
  }
  const react = fork(new URL('./react-floor.ts', import.meta.url), [], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  react.send(html)
  const [floor] = (await once(react, 'message')) as [{ milliseconds: number }]
  report('processor time of one rendering', {
    '/centers': await measure('/centers'),
    'its search as JSON': await measure('/api/v1/centers?when=todayOrLater'),
    'a page without data': await measure('/privacy'),
    'React alone': milliseconds(floor.milliseconds),
  })
}

/** User and system time of a process since its start; the kernel counts hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text()
}
