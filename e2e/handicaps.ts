import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the browsers of real visitors have that a new machine's browser lacks. Each is a script that runs before the page's. */
export const handicaps = {
  none: '',
  'clock 15 minutes fast': shiftedClock(15),
  'clock 15 minutes slow': shiftedClock(-15),
  'translated page': `(${translate.toString()})()`,
  'functions that Safari 16.4 lacks': `(${removeNewFunctions.toString()})()`,
} as const

export type Handicap = keyof typeof handicaps

function shiftedClock(minutes: number): string {
  return `(${shiftClock.toString()})(${minutes * 60_000})`
}

function shiftClock(byMs: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + byMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, input, made) => Reflect.construct(target, input.length === 0 ? [now()] : input, made),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  const timeOrigin = performance.timeOrigin + byMs
  Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin })
}

/** Wraps each text as Chrome's translator does, also what React adds later. */
function translate(): void {
  const skipped = 'script, style, textarea, title, font, [translate=no], .notranslate'
  const wrap = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (text.data.trim() !== '' && !text.parentElement?.closest(skipped)) texts.push(text)
    }
    for (const text of texts) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      outer.style.verticalAlign = 'inherit'
      inner.style.verticalAlign = 'inherit'
      // The translator replaces the text node of React by another.
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  addEventListener('load', () => {
    setTimeout(() => {
      document.documentElement.classList.add('translated-ltr')
      wrap()
      new MutationObserver(() => setTimeout(wrap, 20)).observe(document.body, { childList: true, subtree: true })
    }, 500)
  })
}

function removeNewFunctions(): void {
  const lacking: [owner: object | undefined, names: string[]][] = [
    [Promise, ['withResolvers', 'try']],
    [AbortSignal, ['any']],
    [Array, ['fromAsync']],
    [URL, ['canParse', 'parse']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [
      Set.prototype,
      [
        ...['union', 'intersection', 'difference', 'symmetricDifference'],
        ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
      ],
    ],
    [
      (globalThis as { Iterator?: { prototype: object } }).Iterator?.prototype,
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [RegExp, ['escape']],
    [Error, ['isError']],
    [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex']],
    [ReadableStream, ['from']],
    [ReadableStream.prototype, ['values', Symbol.asyncIterator as unknown as string]],
    [Response, ['json']],
    [URLSearchParams.prototype, ['size']],
    [Element.prototype, ['checkVisibility', 'moveBefore', 'getHTML', 'setHTMLUnsafe']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [Document.prototype, ['startViewTransition']],
    [globalThis, ['Iterator', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'cookieStore']],
    [Intl, ['DurationFormat']],
  ]
  for (const [owner, names] of lacking) for (const name of names) if (owner) Reflect.deleteProperty(owner, name)
}

/** The site as a browser with the handicap sees it: the proxy adds the script to each page. */
export async function startHandicappedSite(site: string, handicap: Handicap) {
  // React expects the server's elements only.
  const script = `localStorage.setItem('senda.welcome-seen','1');${handicaps[handicap]};document.currentScript.remove()`
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  let isReachable = true
  const server = createServer((incoming, outgoing) => {
    if (!isReachable) {
      incoming.socket.destroy()
      return
    }
    const own = `http://${incoming.headers.host}`
    const toSite = (text: string | undefined) => text?.replaceAll(own, site)
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        typeof value === 'string' ? toSite(value) : value,
      ]),
    )
    const forwarded = request(
      new URL(incoming.url ?? '/', site),
      {
        method: incoming.method ?? 'GET',
        headers: { ...headers, host: new URL(site).host, 'accept-encoding': 'identity' },
      },
      (response) => void respond(response, outgoing).catch(() => outgoing.destroy()),
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)

    async function respond(response: IncomingMessage, to: ServerResponse): Promise<void> {
      const type = response.headers['content-type'] ?? ''
      const { location, 'content-length': _length, ...kept } = response.headers
      const policy = response.headers['content-security-policy']
      const replaced = {
        ...kept,
        ...(location !== undefined && { location: location.replaceAll(site, own) }),
        ...(typeof policy === 'string' && {
          'content-security-policy': policy.replace('script-src', `script-src ${hash}`).replaceAll(site, own),
        }),
      }
      if (!/html|json/.test(type)) {
        to.writeHead(response.statusCode ?? 502, replaced)
        response.pipe(to)
        return
      }
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      const text = Buffer.concat(parts).toString()
      const { etag: _etag, ...withoutTag } = replaced as { etag?: string }
      to.writeHead(response.statusCode ?? 502, withoutTag)
      to.end(text.replaceAll(site, own).replace('<head>', `<head><script>${script}</script>`))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Without it, each connection breaks, as when the network is lost. */
    setReachable(next: boolean) {
      isReachable = next
      if (!next) server.closeAllConnections()
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
