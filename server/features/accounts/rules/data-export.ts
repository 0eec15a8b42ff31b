import { brand } from '#contract/brand.ts'
import type { DataExportPart } from '#server/platform/data-export.ts'

export type ExportedData = {
  parts: { part: DataExportPart; stored: unknown }[]
  photo: { type: string; base64: string } | null
  now: Date
}

/** The export for programs: the data, and the meaning of each field. */
export function dataExportJson({ parts, photo, now }: ExportedData): string {
  const guide = parts.map(({ part: { name, title, fields } }) => {
    const meanings = Object.entries(fields).map(([field, { label }]) => [field, label])
    return [name, { title, fields: Object.fromEntries(meanings) }]
  })
  const copy = {
    format: 'senda-datos',
    version: 1,
    about: `Todo lo que ${brand.name} guarda de ti. Los instantes están en UTC; los importes, en centésimos de su moneda.`,
    preparedAt: now,
    guide: Object.fromEntries(guide),
    data: { photo, ...Object.fromEntries(parts.map(({ part, stored }) => [part.name, stored])) },
  }
  return `${JSON.stringify(copy, null, 2)}\n`
}
