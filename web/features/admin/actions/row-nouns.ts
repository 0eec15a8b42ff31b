/** What the rows of a list of staff are, in one and in several. */
export type RowNoun = { one: string; many: string; feminine: boolean }

export const rowNouns = {
  account: { one: 'cuenta', many: 'cuentas', feminine: true },
  center: { one: 'centro', many: 'centros', feminine: false },
  document: { one: 'documento', many: 'documentos', feminine: false },
  commission: { one: 'comisión', many: 'comisiones', feminine: true },
  /** A review, a message or an objection. */
  report: { one: 'caso', many: 'casos', feminine: false },
} as const satisfies Record<string, RowNoun>

/** «3 cuentas». */
export function countRows({ one, many }: RowNoun, count: number): string {
  return `${count} ${count === 1 ? one : many}`
}

/** «3 cuentas elegidas». */
export function chosenRows(noun: RowNoun, count: number): string {
  return `${countRows(noun, count)} elegid${noun.feminine ? 'a' : 'o'}${count === 1 ? '' : 's'}`
}

/** «Elegir todas las cuentas». */
export function chooseAllRows({ many, feminine }: RowNoun): string {
  return `Elegir ${feminine ? 'todas las' : 'todos los'} ${many}`
}
