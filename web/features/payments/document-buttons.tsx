import { useQuery } from '@tanstack/react-query'
import type { OwnCenterTaxData } from '#contract/invoicing.ts'
import { CenterTaxDataDialog } from '#web/features/invoicing/center-tax-data.tsx'
import { MonthDocuments } from '#web/features/invoicing/month-documents.tsx'
import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { MonthField, useMonth } from './statement-buttons.tsx'

/** What the centre's own invoicing program needs of one calendar month. */
export function DocumentButtons({ centerId }: { centerId: string }) {
  const { api, queries } = useApi()
  const issuer = useQuery(queries.invoicing.center.queryOptions({ input: { centerId } }))
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
      {issuer.data?.data === null && <MissingIssuer centerId={centerId} stored={issuer.data} />}
      <div className="flex flex-wrap items-end gap-3">
        <MonthField month={month} onChange={setMonth} />
        {issuer.data?.data !== null && (
          <>
            <CsvButton address={address('csv')} />
            <CsvButton address={address('json')}>Descargar JSON</CsvButton>
          </>
        )}
      </div>
      <MonthDocuments centerId={centerId} month={month} />
    </section>
  )
}

/** Without its issuer no document can be prepared: the form is one press away. */
function MissingIssuer({ centerId, stored }: { centerId: string; stored: OwnCenterTaxData }) {
  const dialog = useDialogState()
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-sand p-4">
      <p>Para preparar los documentos faltan tu RUT y tu razón social: van en cada uno.</p>
      <Button onClick={() => dialog.show()}>Escribir los datos fiscales</Button>
      <CenterTaxDataDialog
        key={dialog.key}
        centerId={centerId}
        stored={stored}
        open={dialog.isOpen}
        onClose={dialog.close}
      />
    </div>
  )
}
