import { describe, expect, test } from 'vitest'
import { numbersFile, numbersInParts } from '#contract/fiscal-documents.ts'
import { newId } from '#server/platform/ids.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { buildPaidVisits } from '#server/testing/fiscal-documents.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { invoicingRoutes } from './invoicing.routes.ts'
import { readDocuments } from './usecases/export-documents.ts'

const platform = await testPlatform({ start: new Date('2026-11-20T15:00:00Z') })
const { db, clock } = platform
const as = (userId: string) => clientOf(platform, invoicingRoutes, userId)
const november = '2026-11-01'
const december = '2026-12-01'

describe('the numbers of the documents', () => {
  const open = async (count: number) => {
    const { centerId, reception } = await buildPaidVisits(platform, count)
    await readDocuments(platform, { centerId, month: november })
    const { items } = await as(centerId).listDocuments({ centerId, month: november })
    return { centerId, reception, items, ids: items.map(({ internalId }) => internalId) }
  }
  const number = { series: 'a', providerNumber: 12, state: 'issued' } as const

  test('are recorded one by one, each once for a type and series', async () => {
    const { centerId, reception, items } = await open(2)
    const [one, two] = items
    if (!one || !two) throw new Error('there are two documents')
    const { internalId, version } = one
    const recorded = await as(centerId).recordNumber({ centerId, internalId, version, ...number })
    expect(recorded).toMatchObject({ series: 'A', providerNumber: 12, state: 'issued' })
    // The same again is a repetition; another one from an old page is not.
    await as(centerId).recordNumber({ centerId, internalId, version, ...number })
    const other = { centerId, internalId, ...number, providerNumber: 13 }
    await expect(as(centerId).recordNumber({ ...other, version })).rejects.toMatchObject(
      withCode('request.changed_meanwhile'),
    )
    const second = { centerId, internalId: two.internalId, version: two.version, ...number }
    await expect(as(centerId).recordNumber(second)).rejects.toMatchObject(withCode('invoicing.number_taken'))
    const unknown = { ...second, internalId: `V-${newId()}` }
    await expect(as(centerId).recordNumber(unknown)).rejects.toMatchObject(withCode('invoicing.no_document'))
    await expect(as(reception).recordNumber(second)).rejects.toMatchObject(withCode('centers.owner_only'))
    await expect(
      db
        .updateTable('fiscal_documents')
        .set({ series: 'A', provider_number: 12, state: 'issued', recorded_at: clock.now() })
        .where('internal_id', '=', two.internalId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'fiscal_documents_number' })
    const [written] = await readDocuments(platform, { centerId, month: november })
    expect(written).toMatchObject({ internalId, series: 'A', providerNumber: 12 })
  })

  test('are given to one of two documents that ask for the same at the same time', async () => {
    const { centerId, ids } = await open(2)
    const answers = await Promise.all(
      ids.map((id) => as(centerId).recordNumbers({ centerId, content: `${id};A;12;Emitido` })),
    )
    expect(answers.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(1)
    expect(answers.flatMap(({ refused }) => refused)).toEqual([{ line: 1, fault: 'taken' }])
  })

  test('are read from a file, and each wrong line is refused with its reason', async () => {
    const { centerId, ids } = await open(3)
    const lines = [
      '\ufeffid;serie;numero;estado',
      `"${ids[0]}";A;101;Emitido`,
      `${ids[1]};A;101;Aceptado`,
      `${ids[0]};A;102;Aceptado`,
      `${ids[1]};A`,
      `${ids[1]};A1;102;Aceptado`,
      `${ids[1]};A;1.02;Aceptado`,
      `${ids[1]};A;102;Perdido`,
      `V-${newId()};A;102;Aceptado`,
      '',
      `${ids[2]};b;101;RECHAZADO`,
    ]
    const answer = { centerId, content: lines.join('\r\n') }
    const expected = {
      recorded: 2,
      refused: [
        { line: 3, fault: 'taken' },
        { line: 4, fault: 'repeated' },
        { line: 5, fault: 'columns' },
        { line: 6, fault: 'series' },
        { line: 7, fault: 'number' },
        { line: 8, fault: 'state' },
        { line: 9, fault: 'unknown' },
      ],
    }
    expect(await as(centerId).recordNumbers(answer)).toEqual(expected)
    expect(await as(centerId).recordNumbers(answer)).toEqual(expected)
    const { items } = await as(centerId).listDocuments({ centerId, month: november })
    expect(items.map(({ series, providerNumber, state }) => [series, providerNumber, state])).toEqual([
      ['A', 101, 'issued'],
      [null, null, null],
      ['B', 101, 'rejected'],
    ])
  })

  test('are read from a file with commas or tabs, too, and with no other mark', async () => {
    const { centerId, ids } = await open(3)
    const [one, two, three] = ids
    for (const content of [`${one},A,1,Emitido`, `id\tserie\tnumero\testado\r\n${two}\tA\t2\tEmitido`])
      expect(await as(centerId).recordNumbers({ centerId, content })).toEqual({ recorded: 1, refused: [] })
    // A decimal comma is no column of its own.
    expect(await as(centerId).recordNumbers({ centerId, content: `${three};A;3,0;Emitido` })).toEqual({
      recorded: 0,
      refused: [{ line: 1, fault: 'number' }],
    })
    expect(await as(centerId).recordNumbers({ centerId, content: `${three}|A|3|Emitido` })).toEqual({
      recorded: 0,
      refused: [{ line: 1, fault: 'columns' }],
    })
  })

  test('are read from a file as long as a file may be, and from no empty or longer one', async () => {
    const { centerId, ids } = await open(1)
    const unknown = Array.from({ length: numbersFile.lines - 1 }, (_, n) => `V-${newId()};A;${n + 2};Emitido`)
    const longest = [`${ids[0]};A;1;Emitido`, ...unknown].join('\n')
    const { recorded, refused } = await as(centerId).recordNumbers({ centerId, content: longest })
    expect([recorded, refused.length]).toEqual([1, numbersFile.lines - 1])
    const tenThousand = 'V-1;A;1;Emitido\n'.repeat(10_000)
    for (const [content, message] of [
      ['', 'El archivo está vacío'],
      [tenThousand, numbersInParts],
      ['x'.repeat(numbersFile.characters + 1), numbersInParts],
    ] as const)
      await expect(as(centerId).recordNumbers({ centerId, content })).rejects.toMatchObject({
        data: { issues: [{ path: ['content'], message }] },
      })
  })

  test('are listed page by page, by day', async () => {
    const { centerId, ids } = await open(3)
    const client = as(centerId)
    const first = await client.listDocuments({ centerId, month: november, limit: 2 })
    const second = await client.listDocuments({ centerId, month: november, limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ internalId }) => internalId)).toEqual(ids)
    expect(second.nextCursor).toBe(null)
    await expect(client.listDocuments({ centerId, month: november, cursor: "V-' or 1" })).rejects.toMatchObject(
      withCode('request.invalid'),
    )
    expect((await client.listDocuments({ centerId, month: december })).items).toEqual([])
  })
})
