import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { dependantEdit } from '#contract/dependants.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { localToday } from '#web/platform/local-days.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import type { Dependant } from './dependant-card.tsx'

const relations = ['Hija', 'Hijo', 'Madre', 'Padre', 'Pareja', 'Abuela', 'Abuelo', 'Hermana', 'Hermano']

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
      description="Para quien la atienda: quién es y qué edad tiene."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={dependant ? 'Guardar cambios' : 'Agregar'}
      onSubmit={handleSubmit(save)}
    >
      <TextField
        {...register('fullName')}
        label="Nombre completo"
        required
        autoComplete="off"
        error={errors.fullName?.message}
      />
      <TextField
        {...register('birthDate')}
        label="Fecha de nacimiento"
        type="date"
        required
        min="1900-01-01"
        max={localToday()}
        autoComplete="off"
        error={
          errors.birthDate && (watch('birthDate') ? errors.birthDate.message : 'Por favor ingresa la fecha completa')
        }
      />
      <TextField
        {...register('relation')}
        label="Qué es de ti"
        required
        list="dependant-relations"
        autoComplete="off"
        hint="Por ejemplo, hija o madre."
        error={errors.relation?.message}
      />
      <datalist id="dependant-relations">
        {relations.map((relation) => (
          <option key={relation} value={relation} />
        ))}
      </datalist>
    </FormDialog>
  )
}

function valuesOf(dependant: Dependant | undefined) {
  const { fullName = '', birthDate = '', relation = '' } = dependant ?? {}
  return { fullName, birthDate, relation }
}
