import { brand } from '#contract/brand.ts'
import type { DataExportPart } from '#server/platform/data-export.ts'

export type ExportedData = {
  parts: { part: DataExportPart; stored: unknown }[]
  photo: { type: string; base64: string } | null
  now: Date
}

/**
 * The export for programs: the data, and the meaning of each field. In pieces of one entry, because an account may have tens of
 * thousands of messages.
 */
export function* dataExportJson({ parts, photo, now }: ExportedData): Generator<string> {
  const guide = parts.map(({ part: { name, title, fields } }) => {
    const meanings = Object.entries(fields).map(([field, { label }]) => [field, label])
    return [name, { title, fields: Object.fromEntries(meanings) }]
  })
  const head = {
    format: 'senda-datos',
    version: 1,
    about: `Todo lo que ${brand.name} guarda de ti. Los instantes están en UTC; los importes, en centésimos de su moneda.`,
    preparedAt: now,
    guide: Object.fromEntries(guide),
  }
  // Without its last two characters, the newline and the closing brace, so that the data follow.
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "data": {\n    "photo": ${JSON.stringify(photo)}`
  for (const { part, stored } of parts) {
    yield `,\n    ${JSON.stringify(part.name)}: `
    yield* Array.isArray(stored) ? listPieces(stored) : [JSON.stringify(stored ?? null, null, 2)]
  }
  yield '\n  }\n}\n'
}

function* listPieces(entries: readonly unknown[]): Generator<string> {
  let separator = '['
  for (const entry of entries) {
    yield `${separator}\n${JSON.stringify(entry, null, 2)}`
    separator = ','
  }
  yield entries.length === 0 ? '[]' : '\n]'
}
