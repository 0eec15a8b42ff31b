import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { HttpEnv } from '#server/api/context.ts'
import { acceptedEncoding, type Encoding } from './compression.ts'

type StaticFile = {
  type: string
  etag: string
  immutable: boolean
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
}

/**
 * Serves a build's folder from memory: a few megabytes that the build has compressed. A rebuild while the process runs
 * cannot mix two versions. A missing folder serves nothing.
 */
export async function serveStaticFiles({ folder }: { folder: string }): Promise<MiddlewareHandler<HttpEnv>> {
  const files = await readStaticFiles(folder)
  return async (c, next) => {
    const file = c.req.method === 'GET' || c.req.method === 'HEAD' ? files.get(c.req.path) : undefined
    if (!file) {
      await next()
      return undefined
    }
    const headers = new Headers({
      'content-type': file.type,
      etag: file.etag,
      vary: 'accept-encoding',
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    })
    // An SVG may have its own styles. Opened as a document, it can run and load nothing.
    if (file.type === 'image/svg+xml')
      headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    if (c.req.header('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
    const accepted = acceptedEncoding(c.req.header('accept-encoding'))
    const encoding = file.bodies[accepted] ? accepted : 'identity'
    const body = file.bodies[encoding]
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    headers.set('content-length', String(body?.length ?? 0))
    return new Response(c.req.method === 'HEAD' ? null : body, { headers })
  }
}

async function readStaticFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const known = new Set(names)
  const isCompressedCopy = (name: string): boolean =>
    known.has(name.replace(/\.(?:br|gz)$/, '')) && /\.(?:br|gz)$/.test(name)
  for (const name of names.filter((each) => !isCompressedCopy(each))) {
    const read = async (suffix: string) =>
      known.has(name + suffix) ? new Uint8Array(await readFile(join(folder, name + suffix))) : undefined
    const [identity, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')])
    const path = `/${name.split(sep).join('/')}`
    files.set(path, {
      type: getMimeType(name) ?? 'application/octet-stream',
      etag: `W/"${createHash('sha256')
        .update(identity ?? '')
        .digest('base64url')
        .slice(0, 22)}"`,
      // Vite puts a hash of the content into the names of this folder only.
      immutable: path.startsWith('/assets/'),
      bodies: { identity, br, gzip },
    })
  }
  return files
}
