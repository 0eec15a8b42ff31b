import { documentKindNames, documentStateNames, type FiscalDocument } from '#contract/fiscal-documents.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { formatDay, formatMoney } from '#web/platform/formats.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { DocumentNumberDialog } from './document-number-dialog.tsx'
import { NumbersUpload } from './numbers-upload.tsx'

const perPage = 20
const tones: Record<NonNullable<FiscalDocument['state']>, BadgeTone> = {
  issued: 'neutral',
  accepted: 'green',
  rejected: 'red',
}
const typeName = (typeCode: number) => (typeCode > 110 ? 'e-Factura' : 'e-Ticket')

/** The documents of a month that were prepared, with the numbers that the centre's provider gave them. */
export function MonthDocuments({ centerId, month }: { centerId: string; month: string }) {
  const { queries } = useApi()
  const pages = useCursorList(queries.invoicing.listDocuments, { centerId, month, limit: perPage })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h4>Números de los documentos</h4>
      <CursorList
        pages={pages}
        loading="Cargando los documentos"
        failed="No se pudieron cargar los documentos"
        skeletons={<Skeleton className="h-24" />}
        empty={
          <p className="text-ink-soft">
            De este mes todavía no hay documentos preparados. Se preparan cuando descargas sus datos.
          </p>
        }
        moreLabel="Ver más documentos"
      >
        {(document) => <DocumentRow key={document.internalId} centerId={centerId} document={document} />}
      </CursorList>
      {(pages.items?.length ?? 0) > 0 && <NumbersUpload centerId={centerId} />}
    </div>
  )
}

function DocumentRow({ centerId, document }: { centerId: string; document: FiscalDocument }) {
  const { internalId, day, kind, typeCode, totalCents, series, providerNumber, state } = document
  const dialog = useDialogState()
  const name = `${documentKindNames[kind]} del ${formatDay(day)}`
  return (
    <li tabIndex={-1} className="-outline-offset-3 flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3">
      <span className="min-w-48 grow">
        <span className="block">{name}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">{`${typeName(typeCode)} · ${internalId}`}</span>
      </span>
      <strong className="tabular-nums">{formatMoney(totalCents)}</strong>
      {state !== null && (
        <span className="flex flex-wrap items-center gap-2 tabular-nums">
          {`${series} ${providerNumber}`}
          <Badge tone={tones[state]}>{documentStateNames[state]}</Badge>
        </span>
      )}
      <Button
        variant="quiet"
        aria-label={`${state === null ? 'Anotar' : 'Cambiar'} el número: ${name}`}
        onClick={() => dialog.show()}
      >
        {state === null ? 'Anotar el número' : 'Cambiar'}
      </Button>
      <DocumentNumberDialog
        key={dialog.key}
        centerId={centerId}
        document={document}
        open={dialog.isOpen}
        onClose={dialog.close}
      />
    </li>
  )
}
