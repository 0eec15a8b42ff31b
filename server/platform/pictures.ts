import { isPictureKind, type PictureKind, pictureAddress, pictureKinds, widestOf } from '#contract/pictures.ts'

import { newFileName } from './file-store.ts'
import { clearUnnamedFiles, keepFiles, type NewFile, queueFileRemoval } from './files.ts'
import { cutPictures } from './images.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/database.ts'

const folder = '/files/'

/** A picture in all its widths, not written yet. `url` is what a row says of it: the address of the widest file. */
export type NewPicture = { url: string; files: NewFile[] }

/** Makes of an uploaded picture what we keep of it. Undefined when it is none. @throws QueueTimeoutError */
export async function makePicture(input: { kind: PictureKind; content: Uint8Array }): Promise<NewPicture | undefined> {
  const { widths, ratio } = pictureKinds[input.kind]
  const pictures = await cutPictures<number>({ content: input.content, widths, ratio })
  if (!pictures) return undefined
  const stem = newFileName({ prefix: input.kind })
  const files = pictures.map(({ width, content }) => ({ name: `${stem}-${width}.webp`, content }))
  return { url: urlOf({ kind: input.kind, stem }), files }
}

function urlOf({ stem, kind }: { kind: PictureKind; stem: string }): string {
  return `${folder}${stem}-${widestOf(kind)}.webp`
}

/** The files behind the address that a row has; none when it isn't one that was uploaded. */
export function pictureFilesOf(url: string | null): string[] {
  const kind = url?.startsWith(folder) ? url.slice(folder.length).split('-')[0] : undefined
  if (!url || kind === undefined || !isPictureKind(kind)) return []
  return pictureKinds[kind].widths.map((width) => pictureAddress({ url, width }).slice(folder.length))
}

/**
 * Puts a picture, or none, in the earlier one's place. `swap` makes the row name it and returns what it named before, whose
 * files go once the transaction, after which nothing names them, has happened.
 */
export async function replacePicture(
  { db, files }: Platform,
  { picture, swap }: { picture: NewPicture | null; swap(tx: Tx, url: string | null): Promise<string | null> },
): Promise<void> {
  await keepFiles({
    files,
    written: picture?.files ?? [],
    commit: () =>
      db.transaction().execute(async (tx) => {
        const earlier = await swap(tx, picture?.url ?? null)
        await queuePictureRemoval(tx, [earlier])
      }),
  })
}

/** The files of pictures that no row names once the caller's transaction has happened. */
export async function queuePictureRemoval(tx: Tx | Db, urls: readonly (string | null)[]): Promise<void> {
  await queueFileRemoval(tx, urls.flatMap(pictureFilesOf))
}

/** Removes pictures of this kind that no row names. `filterNamed`: those of the addresses that rows have. */
export async function clearPictures(
  { files, clock }: Platform,
  {
    kind,
    filterNamed,
  }: { kind: PictureKind; filterNamed(urls: readonly string[]): Promise<ReadonlySet<string | null>> },
): Promise<void> {
  await clearUnnamedFiles({
    files,
    prefix: kind,
    now: clock.now(),
    addressOf: (name) => urlOf({ kind, stem: name.replace(/-\d+\.webp$/, '') }),
    filterNamed: (urls) => filterNamed(urls),
  })
}
