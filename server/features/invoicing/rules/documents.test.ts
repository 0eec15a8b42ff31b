import { expect, test } from 'vitest'
import { blocksOf, documentWriters } from './document-files.ts'
import { type Advance, type BilledVisit, documentsOf, soldCents } from './documents.ts'

const visit: BilledVisit = {
  appointmentId: '00000000-0000-4000-8000-000000000001',
  day: '2026-11-10',
  refundDay: null,
  priceCents: 150_000,
  discountCents: 0,
  refundedCents: 0,
  retainedCents: 0,
  vatPercent: 10,
  isPaid: true,
  receiver: null,
}
const advance: Advance = {
  kind: 'payment',
  checkoutId: '00000000-0000-4000-8000-000000000002',
  day: '2026-11-02',
  amountCents: 150_000,
  refundedCents: 0,
  refundDay: null,
  receiver: null,
}
const company = {
  kind: 'rut',
  number: '219000090011',
  name: 'Ombú SA',
  address: 'Rincón 500',
  city: 'Montevideo',
  department: 'Montevideo',
} as const
const person = { kind: 'ci', number: '12345672', name: 'Ana Pérez', address: '', city: '', department: '' } as const
const issuer = {
  rut: '211003420017',
  legalName: 'Centro SRL',
  address: 'Agraciada 1',
  city: 'Montevideo',
  department: 'Montevideo',
  branchCode: 1,
}
const limit = { identifiedFromCents: 3_000_000 }
const of = (visits: readonly BilledVisit[], advances: readonly Advance[] = []) =>
  documentsOf({ visits, advances }, limit)

test('a visit is an e-Ticket with its discount, and its refund a credit note that refers to it', () => {
  const documents = of([{ ...visit, discountCents: 30_000, refundedCents: 20_000, refundDay: '2026-12-01' }])
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

test('a receiver with a RUT gets an e-Factura, and one with a cédula an e-Ticket that names them', () => {
  const [factura, ticket] = [company, person].flatMap((receiver) =>
    of([{ ...visit, receiver, refundedCents: 100 }]).slice(0, 1),
  )
  expect(
    of([{ ...visit, receiver: company, refundedCents: 100 }])
      .map(({ typeCode }) => typeCode)
      .toSorted((a, b) => a - b),
  ).toEqual([111, 112])
  expect(factura && blocksOf(factura, issuer).Receptor).toMatchObject({
    TipoDocRecep: 2,
    DocRecep: '219000090011',
    DirRecep: 'Rincón 500',
  })
  expect(ticket && blocksOf(ticket, issuer).Receptor).toMatchObject({
    TipoDocRecep: 3,
    DocRecep: '12345672',
    DirRecep: null,
  })
})

test('what was collected before the day of the visit is a «Cobranza» and no sale', () => {
  const documents = of([], [{ ...advance, refundedCents: 75_000, refundDay: '2026-11-05' }])
  expect(documents.map(({ kind, typeCode }) => [kind, typeCode])).toEqual([
    ['collection', 101],
    ['collectionReturn', 102],
  ])
  expect(soldCents(documents)).toBe(0)
  const blocks = documents[0] && blocksOf(documents[0], issuer)
  expect(blocks).toMatchObject({
    IdDoc: { IndCobPropia: 1 },
    Totales: { MntTotal: 0, MontoNF: 1500, MntPagar: 1500, MntIVATasaMin: 0 },
    Item: { IndFact: 6 },
  })
})

test('what is kept of a cancelled appointment is a sale, and what nothing was paid for is no document', () => {
  const free = { ...visit, discountCents: 150_000 }
  const late = { ...visit, priceCents: 0, retainedCents: 75_000 }
  expect(of([free, late])).toMatchObject([
    { kind: 'sale', totalCents: 75_000, discountCents: 0, item: 'Cancelación o inasistencia' },
  ])
})

test('a document above the threshold without a receiver is marked', () => {
  const dear = { ...visit, priceCents: 3_000_000 }
  expect(
    of([dear, { ...dear, receiver: person }, { ...dear, priceCents: 2_999_999 }]).map(
      ({ lacksReceiver }) => lacksReceiver,
    ),
  ).toEqual([true, false, false])
})

test('each rate of IVA has its own columns', () => {
  const [exempt, minimum, basic] = ([0, 10, 22] as const).map((vatPercent) => of([{ ...visit, vatPercent }])[0])
  const totals = (document: typeof exempt) => document && blocksOf(document, issuer).Totales
  expect(totals(exempt)).toMatchObject({ MntNoGrv: 1500, MntNetoIvaTasaMin: 0, MntIVATasaMin: 0, MntTotal: 1500 })
  expect(totals(minimum)).toMatchObject({
    MntNoGrv: 0,
    MntNetoIvaTasaMin: 1363.64,
    MntIVATasaMin: 136.36,
    MntTotal: 1500,
  })
  expect(totals(basic)).toMatchObject({ MntNetoIVATasaBasica: 1229.51, MntIVATasaBasica: 270.49, MntTotal: 1500 })
  expect([exempt, minimum, basic].map((document) => document && blocksOf(document, issuer).Item.IndFact)).toEqual([
    1, 2, 3,
  ])
})

test('the spreadsheet has a column for each field, with decimal commas, and its header also without documents', () => {
  const batch = { issuer, month: '2026-11-01', documents: of([{ ...visit, receiver: { ...company, name: '=Ombú' } }]) }
  const { fileName, text } = documentWriters.csv(batch)
  expect(fileName).toBe('documentos-fiscales-2026-11.csv')
  const [head = '', line = ''] = text.replace('\ufeff', '').split('\r\n')
  const row = Object.fromEntries(head.split(';').map((name, index) => [name, line.split(';')[index]]))
  expect(row).toMatchObject({
    TipoCFE: '111',
    MntBruto: '1',
    MntTotal: '1500,00',
    MntIVATasaMin: '136,36',
    RznSocRecep: "'=Ombú",
  })
  expect(documentWriters.csv({ ...batch, documents: [] }).text.replace('\ufeff', '')).toBe(`${head}\r\n`)
  expect(JSON.parse(documentWriters.json(batch).text)).toHaveLength(1)
})
