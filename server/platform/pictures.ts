import { isPictureKind, type PictureKind, pictureAddress, pictureKinds, widestOf } from '#contract/pictures.ts'

import { newFileName } from './file-store.ts'
import { deleteUnusedFiles, type NewFile, queueFileRemoval, storeFiles } from './files.ts'
import { cropPictures } from './images.ts'
import { outsideTurn } from './limiter.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/database.ts'
import { createSenderLimiters } from './sender-limiters.ts'

const folder = '/files/'

/** A picture in all its widths, not written yet. `url`, which a row stores, is the address of the widest file. */
export type NewPicture = { url: string; files: NewFile[] }

/** The pictures of one sender are converted one after another, and leave the others' their turns. */
const takeTurnOf = createSenderLimiters({ atOnce: 1, patienceMs: 8_000 })

/**
 * Converts an upload into the stored sizes, outside the turn of its request. Undefined when it is not a picture. `sender`: the
 * account that sends it, or the network of a registration. `network`: countedNetwork() of its address. @throws QueueTimeoutError
 */
export async function convertPicture(input: {
  kind: PictureKind
  content: Uint8Array
  sender: string
  network: string | undefined
}): Promise<NewPicture | undefined> {
  const { widths, ratio } = pictureKinds[input.kind]
  const crop = () => cropPictures<number>({ ...input, widths, ratio })
  const pictures = await outsideTurn(() => takeTurnOf(input.sender)(crop))
  if (!pictures) return undefined
  const stem = newFileName({ prefix: input.kind })
  const files = pictures.map(({ width, content }) => ({ name: `${stem}-${width}.webp`, content }))
  return { url: urlOf({ kind: input.kind, stem }), files }
}

function urlOf({ stem, kind }: { kind: PictureKind; stem: string }): string {
  return `${folder}${stem}-${widestOf(kind)}.webp`
}

/** The files behind the address in a row; none for a picture that was not uploaded. */
export function pictureFilesOf(url: string | null): string[] {
  const kind = url?.startsWith(folder) ? url.slice(folder.length).split('-')[0] : undefined
  if (!url || kind === undefined || !isPictureKind(kind)) return []
  return pictureKinds[kind].widths.map((width) => pictureAddress({ url, width }).slice(folder.length))
}

/**
 * Replaces or removes a picture. `swap` writes the new address into the row and returns the earlier one, whose files are
 * deleted once the transaction has committed.
 */
export async function replacePicture(
  { db, files }: Platform,
  { picture, swap }: { picture: NewPicture | null; swap(tx: Tx, url: string | null): Promise<string | null> },
): Promise<void> {
  await storeFiles({
    files,
    written: picture?.files ?? [],
    commit: () =>
      db.transaction().execute(async (tx) => {
        const earlier = await swap(tx, picture?.url ?? null)
        await queuePictureRemoval(tx, [earlier])
      }),
  })
}

/** Deletes the files of these pictures in the background, once the caller's transaction has committed. */
export async function queuePictureRemoval(tx: Tx | Db, urls: readonly (string | null)[]): Promise<void> {
  await queueFileRemoval(tx, urls.flatMap(pictureFilesOf))
}

/** Deletes pictures of this kind that no row names. `filterNamed`: filters the addresses that rows have. */
export async function deleteUnusedPictures(
  { db, files, clock }: Platform,
  {
    kind,
    filterNamed,
  }: { kind: PictureKind; filterNamed(urls: readonly string[]): Promise<ReadonlySet<string | null>> },
): Promise<void> {
  await deleteUnusedFiles({
    db,
    files,
    prefix: kind,
    now: clock.now(),
    addressOf: (name) => urlOf({ kind, stem: name.replace(/-\d+\.webp$/, '') }),
    filterNamed: (urls) => filterNamed(urls),
  })
}
