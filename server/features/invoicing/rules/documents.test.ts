import { expect, test } from 'vitest'
import type { Receiver } from '#contract/tax-data.ts'
import { blocksOf, documentWriters, type WrittenDocument } from './document-files.ts'
import { type FiscalDocument, type Movement, missingDocuments, soldCents, sumOf } from './documents.ts'

const at = (day: string) => ({ changedDay: day, changedAt: new Date(`${day}T15:00:00Z`) })
const visit: Movement = {
  source: 'visit',
  sourceId: '00000000-0000-4000-8000-000000000001',
  day: '2026-11-10',
  priceCents: 150_000,
  discountCents: 0,
  leftCents: 150_000,
  changedAt: null,
  changedDay: null,
  isRetained: false,
  vatPercent: 10,
  isPaid: true,
  receiverCheckoutId: null,
  receiverKind: null,
}
const advance: Movement = {
  ...visit,
  source: 'checkout',
  sourceId: '00000000-0000-4000-8000-000000000002',
  day: '2026-11-02',
  vatPercent: null,
}
const company: Receiver = {
  kind: 'rut',
  number: '219000090011',
  name: 'Ombú SA',
  address: 'Rincón 500',
  city: 'Montevideo',
  department: 'Montevideo',
}
const person: Receiver = { kind: 'ci', number: '12345672', name: 'Ana Pérez', address: '', city: '', department: '' }
const issuer = {
  rut: '211003420017',
  legalName: 'Centro SRL',
  address: 'Agraciada 1',
  city: 'Montevideo',
  department: 'Montevideo',
  branchCode: 1,
}
const conditions = { today: '2027-02-01', identifiedFromCents: 3_000_000 }
const named = ({ kind }: Receiver) => ({ receiverKind: kind, receiverCheckoutId: advance.sourceId })
const of = (movement: Movement) => missingDocuments(movement, [], conditions)
const whole = (document: FiscalDocument | undefined, receiver: Receiver | null = null): WrittenDocument => {
  if (!document) throw new Error('there is no document')
  return { ...document, issuer, receiver, series: null, providerNumber: null, corrected: null }
}
const storedOn = (day: string, documents: readonly FiscalDocument[]) =>
  documents.map((document) => ({ ...document, createdAt: new Date(`${day}T12:00:00Z`) }))

test('a visit is an e-Ticket with its discount, and its refund a credit note that refers to it', () => {
  const documents = of({ ...visit, discountCents: 30_000, leftCents: 100_000, ...at('2026-12-01') })
  expect(documents).toMatchObject([
    {
      kind: 'sale',
      typeCode: 101,
      day: '2026-11-10',
      unitPriceCents: 150_000,
      discountCents: 30_000,
      totalCents: 120_000,
    },
    { kind: 'creditNote', typeCode: 102, day: '2026-12-01', visitDay: '2026-11-10', totalCents: 20_000 },
  ])
  expect(documents[1]?.refersTo).toBe(documents[0]?.internalId)
  expect(soldCents(documents)).toBe(100_000)
  for (const { netCents, vatCents, totalCents } of documents) expect(netCents + vatCents).toBe(totalCents)
})

test('what is documented stays, and each later refund is a note of its own day', () => {
  const first = storedOn('2026-12-01', of(visit))
  expect(missingDocuments(visit, first, conditions)).toEqual([])
  const refunded = { ...visit, leftCents: 130_000, ...at('2026-12-03') }
  const note = storedOn('2026-12-31', missingDocuments(refunded, first, conditions))
  expect(note).toMatchObject([{ internalId: `V-${visit.sourceId}-2`, day: '2026-12-03', totalCents: 20_000 }])
  const again = { ...visit, leftCents: 0, ...at('2027-01-05') }
  const stored = [...first, ...note]
  expect(missingDocuments(refunded, stored, conditions)).toEqual([])
  expect(missingDocuments(again, stored, conditions)).toMatchObject([
    { number: 3, kind: 'creditNote', day: '2027-01-05', totalCents: 130_000, refersTo: first[0]?.internalId },
  ])
})

test('a correction without a new refund is of today, so that an earlier month stays', () => {
  const refunded = { ...visit, leftCents: 100_000, ...at('2026-11-20') }
  const stored = storedOn('2026-12-01', of(refunded))
  const [note] = missingDocuments({ ...refunded, leftCents: 60_000 }, stored, conditions)
  expect(note).toMatchObject({ kind: 'creditNote', day: conditions.today, totalCents: 40_000 })
  const [more] = missingDocuments({ ...refunded, leftCents: 120_000 }, stored, conditions)
  expect(more).toMatchObject({ kind: 'debitNote', typeCode: 103, day: conditions.today, totalCents: 20_000 })
  const corrected = { series: 'A', providerNumber: 12, day: '2026-11-10' }
  const reference = blocksOf({ ...whole(more), corrected }).Referencia
  expect(reference).toMatchObject({ TpoDocRef: 101, SerieRef: 'A', NroCFERef: 12, RazonRef: 'Corrección' })
  expect(Object.values(reference)).toContain(corrected.day)
})

test('a receiver with a RUT gets an e-Factura, and one with a cédula an e-Ticket that names them', () => {
  const ofCompany = of({ ...visit, ...named(company), leftCents: 149_900 })
  expect(ofCompany.map(({ typeCode }) => typeCode)).toEqual([111, 112])
  expect(blocksOf(whole(ofCompany[0], company)).Receptor).toMatchObject({
    TipoDocRecep: 2,
    DocRecep: '219000090011',
    DirRecep: 'Rincón 500',
  })
  expect(blocksOf(whole(ofCompany[1], company)).Referencia.TpoDocRef).toBe(111)
  expect(blocksOf(whole(of({ ...visit, ...named(person) })[0], person)).Receptor).toMatchObject({
    TipoDocRecep: 3,
    DocRecep: '12345672',
    DirRecep: null,
  })
})

test('what was collected before the day of the visit is a «Cobranza» and no sale', () => {
  const documents = of({ ...advance, leftCents: 75_000, ...at('2026-11-05') })
  expect(documents.map(({ kind, typeCode, day }) => [kind, typeCode, day])).toEqual([
    ['collection', 101, '2026-11-02'],
    ['collectionReturn', 102, '2026-11-05'],
  ])
  expect([soldCents(documents), sumOf(documents)]).toEqual([0, 75_000])
  expect(blocksOf(whole(documents[0]))).toMatchObject({
    IdDoc: { IndCobPropia: 1 },
    Totales: { MntTotal: 0, MontoNF: 1500, MntPagar: 1500, MntIVATasaMin: 0 },
    Item: { IndFact: 6 },
  })
})

test('what is kept of a cancelled appointment is a sale, and what nothing was paid for is no document', () => {
  expect(of({ ...visit, discountCents: 150_000, leftCents: 0 })).toEqual([])
  expect(of({ ...visit, priceCents: 75_000, leftCents: 75_000, isRetained: true })).toMatchObject([
    { kind: 'sale', totalCents: 75_000, discountCents: 0, item: 'Cancelación o inasistencia' },
  ])
})

test('a document above the threshold without a receiver is marked', () => {
  const dear = { ...visit, priceCents: 3_000_000, leftCents: 3_000_000 }
  const under = { ...dear, priceCents: 2_999_999, leftCents: 2_999_999 }
  const marks = [dear, { ...dear, ...named(person) }, under].map((movement) => of(movement)[0]?.lacksReceiver)
  expect(marks).toEqual([true, false, false])
})

test('each rate of IVA has its own columns', () => {
  const [exempt, minimum, basic] = ([0, 10, 22] as const).map((vatPercent) => whole(of({ ...visit, vatPercent })[0]))
  const totals = (document: typeof exempt) => document && blocksOf(document).Totales
  expect(totals(exempt)).toMatchObject({ MntNoGrv: 1500, MntNetoIvaTasaMin: 0, MntIVATasaMin: 0, MntTotal: 1500 })
  expect(totals(minimum)).toMatchObject({
    MntNoGrv: 0,
    MntNetoIvaTasaMin: 1363.64,
    MntIVATasaMin: 136.36,
    MntTotal: 1500,
  })
  expect(totals(basic)).toMatchObject({ MntNetoIVATasaBasica: 1229.51, MntIVATasaBasica: 270.49, MntTotal: 1500 })
  expect([exempt, minimum, basic].map((document) => document && blocksOf(document).Item.IndFact)).toEqual([1, 2, 3])
})

test('the spreadsheet has a column for each field, with decimal commas, and its header also without documents', () => {
  const batch = {
    month: '2026-11-01',
    documents: [
      {
        ...whole(of({ ...visit, ...named(company) })[0], { ...company, name: '=Ombú' }),
        series: 'A',
        providerNumber: 12,
      },
    ],
  }
  const { fileName, text } = documentWriters.csv(batch)
  expect(fileName).toBe('documentos-fiscales-2026-11.csv')
  const [head = '', line = ''] = text.replace('\ufeff', '').split('\r\n')
  const row = Object.fromEntries(head.split(';').map((name, index) => [name, line.split(';')[index]]))
  expect(row).toMatchObject({
    TipoCFE: '111',
    Serie: 'A',
    Nro: '12',
    MntBruto: '1',
    MntTotal: '1500,00',
    MntIVATasaMin: '136,36',
    RznSocRecep: "'=Ombú",
  })
  expect(documentWriters.csv({ ...batch, documents: [] }).text.replace('\ufeff', '')).toBe(`${head}\r\n`)
  expect(JSON.parse(documentWriters.json(batch).text)).toHaveLength(1)
})
