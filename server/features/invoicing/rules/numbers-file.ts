import {
  type DocumentNumber,
  type DocumentState,
  documentNumber,
  documentStateNames,
  documentStates,
  type LineFault,
} from '#contract/fiscal-documents.ts'

/** What a provider answered for a document; `line`: where it stands in its file, from 1. */
export type Answer = DocumentNumber & { internalId: string; line: number }
export type RefusedLine = { line: number; fault: LineFault }

const stateOf = new Map<string, DocumentState>(
  documentStates.map((state) => [documentStateNames[state].toLocaleLowerCase('es'), state]),
)

/**
 * Reads lines of `internal id;series;number;state`, with or without a header, separated as a spreadsheet does it: by semicolons, commas
 * or tabs. No value holds a separator, a quote or a line break, so quotes are only taken off. Empty lines are skipped.
 */
export function readNumbers(text: string): { answers: Answer[]; refused: RefusedLine[] } {
  const answers: Answer[] = []
  const refused: RefusedLine[] = []
  const lines = text.replace(/^\ufeff/, '').split('\n')
  const separator = [';', '\t'].find((mark) => text.includes(mark)) ?? ','
  for (const [index, line] of lines.entries()) {
    const cells = line.split(separator).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    if (cells.every((cell) => cell === '')) continue
    if (index === 0 && cells[1]?.toLocaleLowerCase('es') === 'serie') continue
    const read = readLine(cells)
    if (typeof read === 'string') refused.push({ line: index + 1, fault: read })
    else answers.push({ ...read, line: index + 1 })
  }
  return { answers, refused }
}

function readLine([internalId = '', series, number = '', stateName = '', ...more]: string[]):
  | Omit<Answer, 'line'>
  | LineFault {
  if (more.length > 0 || stateName === '') return 'columns'
  const { shape } = documentNumber
  const ofSeries = shape.series.safeParse(series)
  if (!ofSeries.success) return 'series'
  const ofNumber = shape.providerNumber.safeParse(/^\d+$/.test(number) ? Number(number) : undefined)
  if (!ofNumber.success) return 'number'
  const state = stateOf.get(stateName.toLocaleLowerCase('es'))
  if (!state) return 'state'
  return { internalId, series: ofSeries.data, providerNumber: ofNumber.data, state }
}
