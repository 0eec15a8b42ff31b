import { MonthDocuments } from '#web/features/invoicing/month-documents.tsx'
import { useApi } from '#web/platform/api.ts'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { MonthField, useMonth } from './statement-buttons.tsx'

/** What the centre's own invoicing program needs of one calendar month. */
export function DocumentButtons({ centerId }: { centerId: string }) {
  const { api } = useApi()
  const [month, setMonth] = useMonth()
  const address = (format: 'csv' | 'json') => () =>
    api.downloads.create({ route: 'invoicing.documents', input: { centerId, month, format } })
  return (
    <section aria-labelledby="fiscal-documents" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="fiscal-documents">Datos para facturar un mes</h3>
      <p className="text-ink-soft">
        Las consultas, las devoluciones y lo cobrado por adelantado, con su IVA, para el programa con el que facturas o
        para tu contador. Un documento queda como se preparó la primera vez, y lo que se devuelve después es una nota
        aparte. Los números los da ese programa: aquí los anotas.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <MonthField month={month} onChange={setMonth} />
        <CsvButton address={address('csv')} />
        <CsvButton address={address('json')}>Descargar JSON</CsvButton>
      </div>
      <MonthDocuments centerId={centerId} month={month} />
    </section>
  )
}
