import { gzipSync } from 'node:zlib'

/** The most that the first load of a page may cost, in kilobytes of gzip and in files. */
export const firstScriptLimits = [
  { path: '/', kilobytes: 138.5, files: 5 },
  { path: '/centers', kilobytes: 159.9, files: 6 },
  { path: '/services/psicoterapia', kilobytes: 156.5, files: 7 },
  { path: '/register', kilobytes: 189.1, files: 12 },
  { path: '/register-center', kilobytes: 192.5, files: 11 },
  { path: '/contact', kilobytes: 188.4, files: 12 },
  { path: '/login', kilobytes: 167.9, files: 8 },
  { path: '/forgot-password', kilobytes: 164.8, files: 8 },
] as const

/**
 * The scripts that a page loads before any press: those that its HTML loads or preloads, and what these import statically.
 * Each is compressed separately, as the server sends it.
 */
export async function firstScripts({ base, path }: { base: string; path: string }) {
  const html = await fetchText(base + path)
  const sizes = new Map<string, number>()
  const unread = [...new Set(html.match(/\/assets\/[\w.$~-]+\.js/g))]
  if (unread.length === 0) throw new Error(`${path} names no script`)
  for (const name of unread) {
    if (sizes.has(name)) continue
    const code = await fetchText(base + name)
    sizes.set(name, gzipSync(code, { level: 9 }).length)
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.$~-]+\.js)["']/g))
      unread.push(`/assets/${imported}`)
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return { kilobytes: bytes / 1000, files: sizes.size }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} responded ${response.status}`)
  return await response.text()
}
