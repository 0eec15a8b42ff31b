import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { dependantEdit } from '#contract/dependants.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import type { Dependant } from './dependant-card.tsx'
import { DependantFields } from './dependant-fields.tsx'

export type DependantDialogProps = {
  /** Undefined for a new person. */
  dependant: Dependant | undefined
  open: boolean
  onClose: () => void
}

export function DependantDialog({ dependant, open, onClose }: DependantDialogProps) {
  const { queries } = useApi()
  const createDependant = useMutation(queries.dependants.create.mutationOptions())
  const updateDependant = useMutation(queries.dependants.update.mutationOptions())
  const { register, handleSubmit, setError, reset, watch, formState } = useForm({
    resolver: formResolver(dependantEdit),
    defaultValues: valuesOf(dependant),
  })
  const { errors, isSubmitting } = formState
  const edited = useEdited(dependant, (now) => reset(valuesOf(now), { keepDirtyValues: true }))

  async function save(edit: z.output<typeof dependantEdit>) {
    try {
      if (edited.seen) {
        const { id: dependantId, version } = edited.seen
        await updateDependant.mutateAsync({ dependantId, version, ...edit })
      } else await createDependant.mutateAsync(edit)
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors({ setError }, error, { fields: dependantEdit.keyof().options })
      return
    }
    toast({
      kind: 'success',
      title: dependant ? 'Cambios guardados' : 'Persona agregada',
      description: dependant ? edit.fullName : `Ya puedes reservar para ${edit.fullName}.`,
    })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={dependant ? 'Editar sus datos' : 'Agregar a una persona'}
      description="Así quien atienda a esta persona sabe quién es y qué edad tiene."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={dependant ? 'Guardar cambios' : 'Agregar'}
      onSubmit={handleSubmit(save)}
    >
      <DependantFields
        controls={{
          fullName: register('fullName'),
          birthDate: register('birthDate'),
          relation: register('relation'),
        }}
        errors={{
          fullName: errors.fullName?.message,
          birthDate:
            errors.birthDate && (watch('birthDate') ? errors.birthDate.message : 'Por favor ingresa la fecha completa'),
          relation: errors.relation?.message,
        }}
      />
    </FormDialog>
  )
}

function valuesOf(dependant: Dependant | undefined) {
  const { fullName = '', birthDate = '', relation = '' } = dependant ?? {}
  return { fullName, birthDate, relation }
}
