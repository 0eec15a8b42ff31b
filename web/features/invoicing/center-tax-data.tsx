import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { OwnCenterTaxData } from '#contract/invoicing.ts'
import { type CenterTaxData, centerTaxData } from '#contract/tax-data.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatDate } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { DepartmentField } from './tax-data-fields.tsx'

/** Who issues the centre's fiscal documents. */
export function CenterTaxDataCard({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.invoicing.center.queryOptions({ input: { centerId } }))
  const dialog = useDialogState()
  const stored = query.data
  return (
    <section aria-labelledby="tax-data" className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <h3 id="tax-data">Datos fiscales</h3>
      {stored ? (
        <>
          {stored.data ? (
            <IssuerText data={stored.data} changedAt={stored.changedAt} />
          ) : (
            <p className="text-ink-soft">
              Escribe el RUT y la razón social con los que emites tus facturas. Tus pacientes no los ven aquí.
            </p>
          )}
          {stored.earlier.length > 0 && (
            <details>
              <summary className="link inline-flex min-h-11 cursor-pointer items-center">
                Datos fiscales anteriores
              </summary>
              <ul className="grid gap-2 pt-2">
                {stored.earlier.map(({ changedAt, ...data }) => (
                  <li key={String(changedAt)}>
                    <IssuerText data={data} changedAt={changedAt} />
                  </li>
                ))}
              </ul>
            </details>
          )}
          <Button variant="secondary" onClick={() => dialog.show()}>
            {stored.data ? 'Editar los datos fiscales' : 'Agregar los datos fiscales'}
          </Button>
          <CenterTaxDataDialog
            key={dialog.key}
            centerId={centerId}
            stored={stored}
            open={dialog.isOpen}
            onClose={dialog.close}
          />
        </>
      ) : (
        <Pending query={query} loading="Cargando los datos fiscales" failed="No se pudieron cargar los datos fiscales">
          <Skeleton className="h-16" />
        </Pending>
      )}
    </section>
  )
}

type IssuerTextProps = { data: CenterTaxData; changedAt: OwnCenterTaxData['changedAt'] }

function IssuerText({ data, changedAt }: IssuerTextProps) {
  const { legalName, rut, address, city, department, branchCode } = data
  return (
    <p className="wrap-anywhere">
      <strong translate="no">{legalName}</strong>
      {`, RUT ${rut}. ${address}, ${city}, ${department}. Sucursal ${branchCode}.`}
      {changedAt && ` Desde el ${formatDate(changedAt)}.`}
    </p>
  )
}

type CenterTaxDataDialogProps = { centerId: string; stored: OwnCenterTaxData; open: boolean; onClose: () => void }

const fields = ['rut', 'legalName', 'address', 'city', 'department', 'branchCode'] as const

export function CenterTaxDataDialog({ centerId, stored, open, onClose }: CenterTaxDataDialogProps) {
  const { queries } = useApi()
  const update = useMutation(queries.invoicing.updateCenter.mutationOptions())
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: formResolver(centerTaxData),
    defaultValues: valuesOf(stored),
  })
  const { errors, isSubmitting } = formState
  const edited = useEdited(stored, (now) => reset(valuesOf(now), { keepDirtyValues: true }))

  async function save(data: z.output<typeof centerTaxData>) {
    try {
      await update.mutateAsync({ centerId, version: edited.seen.version, ...data })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors({ setError }, error, { fields })
      return
    }
    toast({ kind: 'success', title: 'Guardamos los datos fiscales' })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Datos fiscales del centro"
      description="Los documentos ya preparados conservan los datos de entonces."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel="Guardar"
      onSubmit={handleSubmit(save)}
    >
      <TextField
        {...register('rut')}
        label="RUT"
        required
        inputMode="numeric"
        autoComplete="off"
        hint="Doce números."
        error={errors.rut?.message}
      />
      <TextField
        {...register('legalName')}
        label="Razón social"
        required
        autoComplete="off"
        error={errors.legalName?.message}
      />
      <TextField
        {...register('address')}
        label="Domicilio fiscal"
        required
        autoComplete="off"
        error={errors.address?.message}
      />
      <TextField
        {...register('city')}
        label="Ciudad o localidad"
        required
        autoComplete="off"
        error={errors.city?.message}
      />
      <DepartmentField {...register('department')} error={errors.department?.message} />
      <TextField
        {...register('branchCode', { valueAsNumber: true })}
        label="Sucursal en la DGI"
        required
        inputMode="numeric"
        autoComplete="off"
        hint="Si tienes una sola, es la 1."
        error={errors.branchCode?.message}
      />
    </FormDialog>
  )
}

function valuesOf({ data }: OwnCenterTaxData): z.input<typeof centerTaxData> {
  return data ?? { rut: '', legalName: '', address: '', city: '', department: '', branchCode: 1 }
}
