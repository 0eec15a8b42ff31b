import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { documentNumber, documentStateNames, documentStates, type FiscalDocument } from '#contract/fiscal-documents.ts'
import { cleanDigits } from '#contract/pasted-text.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

type DocumentNumberDialogProps = { centerId: string; document: FiscalDocument; open: boolean; onClose: () => void }

const numberForm = documentNumber.extend({
  providerNumber: z
    .string()
    .transform((text) => Number(cleanDigits(text) || Number.NaN))
    .pipe(documentNumber.shape.providerNumber),
})
type Typed = z.input<typeof numberForm>

const fields = ['series', 'providerNumber', 'state'] as const
const states = documentStates.map((value) => ({ value, label: documentStateNames[value] }))

/** The owner types the number that the centre's provider gave a document. */
export function DocumentNumberDialog({ centerId, document, open, onClose }: DocumentNumberDialogProps) {
  const { queries } = useApi()
  const record = useMutation(queries.invoicing.recordNumber.mutationOptions())
  const { register, handleSubmit, setError, reset, formState } = useForm<Typed, unknown, z.output<typeof numberForm>>({
    resolver: formResolver(numberForm),
    defaultValues: valuesOf(document),
  })
  const { errors, isSubmitting } = formState
  const edited = useEdited(document, (now) => reset(valuesOf(now), { keepDirtyValues: true }))

  async function save(number: z.output<typeof numberForm>) {
    const { internalId, version } = edited.seen
    try {
      await record.mutateAsync({ centerId, internalId, version, ...number })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors({ setError }, error, { fields })
      return
    }
    toast({ kind: 'success', title: 'Anotamos el número' })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Número del documento"
      description="El que le dio el programa con el que facturas."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel="Guardar"
      onSubmit={handleSubmit(save)}
    >
      <TextField
        {...register('series')}
        label="Serie"
        required
        autoComplete="off"
        autoCapitalize="characters"
        error={errors.series?.message}
      />
      <TextField
        {...register('providerNumber')}
        label="Número"
        required
        inputMode="numeric"
        autoComplete="off"
        error={errors.providerNumber?.message}
      />
      <SelectField {...register('state')} label="Estado" required options={states} error={errors.state?.message} />
    </FormDialog>
  )
}

function valuesOf({ series, providerNumber, state }: FiscalDocument): Typed {
  return { series: series ?? '', providerNumber: providerNumber?.toString() ?? '', state: state ?? 'issued' }
}
