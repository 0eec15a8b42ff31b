import { Hono } from 'hono'

import { failRequest } from '#contract/errors.ts'
import { isPictureKind } from '#contract/pictures.ts'
import type { HttpEnv } from '#server/api/context.ts'
import type { FileStore } from '#server/platform/file-store.ts'

const pictureName = /^([a-z]{1,20})-[\w-]{1,60}\.webp$/

/** The only public files: pictures that this server has converted itself. */
function isPublic(name: string): boolean {
  return isPictureKind(pictureName.exec(name)?.[1] ?? '')
}

/** At /files: a picture never changes, so browsers cache it for ever. */
export function createPublicFiles({ files }: { files: FileStore }): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/:name', async (c) => {
    const name = c.req.param('name')
    const content = isPublic(name) ? await files.read(name) : undefined
    if (!content) throw failRequest('request.not_found')
    return c.body(content, 200, {
      'content-type': 'image/webp',
      'content-length': String(content.byteLength),
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      // Opened as a document, it may do nothing.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
  })
}
