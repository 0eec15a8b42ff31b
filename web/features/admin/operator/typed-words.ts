import type { OperatorWords, Testimonial } from '#contract/operator.ts'

/** The words as the form holds them: every text is typed, and each row of a list has a key of its own. */
export type TypedWords = Omit<OperatorWords, 'phone' | 'address' | 'emergency' | 'testimonials'> & {
  phone: string
  address: string
  emergency: Keyed<OperatorWords['emergency'][number]>[]
  testimonials: Keyed<Testimonial>[]
}
export type Keyed<Row> = Row & { key: number }

let lastKey = 0
export const keyed = <Row extends object>(row: Row): Keyed<Row> => ({ ...row, key: ++lastKey })

function withoutKey<Row extends object>({ key: _key, ...row }: Keyed<Row>) {
  return row
}

export function typedOf({ phone, address, emergency, testimonials, ...words }: OperatorWords): TypedWords {
  return {
    ...words,
    phone: phone ?? '',
    address: address ?? '',
    emergency: emergency.map(keyed),
    testimonials: testimonials.map(keyed),
  }
}

export function wordsOf({ phone, address, emergency, testimonials, ...words }: TypedWords): OperatorWords {
  return {
    ...words,
    phone: phone || null,
    address: address || null,
    emergency: emergency.map(withoutKey) as OperatorWords['emergency'],
    testimonials: testimonials.map(withoutKey) as Testimonial[],
  }
}

/** The rows with one of them moved by one place up (−1) or down (1). */
export function moved<Row>(rows: readonly Row[], { index, by }: { index: number; by: -1 | 1 }): Row[] {
  const row = rows[index]
  if (row === undefined || index + by < 0 || index + by >= rows.length) return [...rows]
  return rows.toSpliced(index, 1).toSpliced(index + by, 0, row)
}
