import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { OwnTaxData } from '#contract/invoicing.ts'
import { patientTaxData } from '#contract/tax-data.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { useHashFocus } from '#web/platform/use-hash-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { receiverText } from './receiver-text.ts'
import { emptyTaxData, TaxDataFields, taxDataFields } from './tax-data-fields.tsx'

/** The tax data of an account, for the receipts that its owner asks to carry them. */
export function OwnTaxDataCard() {
  const { queries } = useApi()
  const query = useQuery(queries.invoicing.own.queryOptions())
  const stored = query.data
  useHashFocus()
  return (
    <Card as="section" aria-labelledby="own-tax-data" padding="large" className="grid gap-4">
      <h3 id="own-tax-data" tabIndex={-1}>
        Datos para tus comprobantes
      </h3>
      {stored ? (
        <Stored stored={stored} />
      ) : (
        <Pending query={query} loading="Cargando tus datos" failed="No se pudieron cargar tus datos">
          <Skeleton className="h-16" />
        </Pending>
      )}
    </Card>
  )
}

function Stored({ stored }: { stored: OwnTaxData }) {
  const { queries } = useApi()
  const remove = useMutation(queries.invoicing.removeOwn.mutationOptions())
  const editing = useDialogState()
  const removing = useDialogState()
  return (
    <>
      <p className="wrap-anywhere">
        {stored.data
          ? receiverText(stored.data)
          : 'Si necesitas que un comprobante diga tu cédula o el RUT de tu empresa, escríbelos aquí. Al pagar eliges si van.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => editing.show()}>
          {stored.data ? 'Editar' : 'Agregar mis datos'}
        </Button>
        {stored.data && (
          <Button variant="quiet" onClick={() => removing.show()}>
            Quitar
          </Button>
        )}
      </div>
      <OwnTaxDataDialog key={editing.key} stored={stored} open={editing.isOpen} onClose={editing.close} />
      <ConfirmDialog
        open={removing.isOpen}
        onOpenChange={(next) => !next && removing.close()}
        title="¿Quitar tus datos?"
        consequences={['Los comprobantes de pagos ya hechos los conservan.']}
        confirmLabel="Quitar"
        onConfirm={async () => {
          await remove.mutateAsync({})
          toast({ kind: 'success', title: 'Quitamos tus datos' })
        }}
      />
    </>
  )
}

type OwnTaxDataDialogProps = { stored: OwnTaxData; open: boolean; onClose: () => void }

export function OwnTaxDataDialog({ stored, open, onClose }: OwnTaxDataDialogProps) {
  const { queries } = useApi()
  const update = useMutation(queries.invoicing.updateOwn.mutationOptions())
  const { register, handleSubmit, setError, reset, watch, formState } = useForm({
    resolver: formResolver(patientTaxData),
    defaultValues: stored.data ?? emptyTaxData,
  })
  const { errors, isSubmitting } = formState
  const edited = useEdited(stored, ({ data }) => reset(data ?? emptyTaxData, { keepDirtyValues: true }))

  async function save(data: z.output<typeof patientTaxData>) {
    try {
      await update.mutateAsync({ version: edited.seen.version, ...data })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors({ setError }, error, { fields: taxDataFields })
      return
    }
    toast({ kind: 'success', title: 'Guardamos tus datos' })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Datos para tus comprobantes"
      description="Van solo en los comprobantes en los que los pidas al pagar, y los lee el centro al que le pagas."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel="Guardar"
      onSubmit={handleSubmit(save)}
    >
      <TaxDataFields
        kind={watch('kind')}
        controls={{
          kind: register('kind'),
          number: register('number'),
          name: register('name'),
          address: register('address'),
          city: register('city'),
          department: register('department'),
        }}
        errors={{
          kind: errors.kind?.message,
          number: errors.number?.message,
          name: errors.name?.message,
          address: errors.address?.message,
          city: errors.city?.message,
          department: errors.department?.message,
        }}
      />
    </FormDialog>
  )
}
