import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'

import { dependantEdit } from '#contract/dependants.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { localToday } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import type { Dependant } from './dependant-card.tsx'

const relations = ['Hija', 'Hijo', 'Madre', 'Padre', 'Pareja', 'Abuela', 'Abuelo', 'Hermana', 'Hermano']

export type DependantDialogProps = {
  /** Whom it is about; missing for somebody new. */
  dependant: Dependant | undefined
  open: boolean
  onClose: () => void
}

export function DependantDialog({ dependant, open, onClose }: DependantDialogProps) {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: zodResolver(dependantEdit),
    defaultValues: {
      fullName: dependant?.fullName ?? '',
      birthDate: dependant?.birthDate ?? '',
      relation: dependant?.relation ?? '',
    },
  })
  const { errors, isSubmitting } = formState

  async function save(edit: z.output<typeof dependantEdit>) {
    try {
      await (dependant ? api.dependants.update({ dependantId: dependant.id, ...edit }) : api.dependants.create(edit))
    } catch (error) {
      setError('root', { message: errorMessage(error) })
      return
    }
    await queryClient.invalidateQueries({ queryKey: queries.dependants.key() })
    toast({
      kind: 'success',
      title: dependant ? 'Cambios guardados' : 'Persona agregada',
      description: dependant ? edit.fullName : `Ya puedes reservar para ${edit.fullName}.`,
    })
    onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !isSubmitting && onClose()}
      title={dependant ? 'Editar sus datos' : 'Agregar a una persona'}
      description="Para quien la atienda: quién es y qué edad tiene."
      size="small"
      keepOpenOnOutsidePress
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancelar
          </Button>
          <Button type="submit" form="dependant-form" pending={isSubmitting} pendingLabel="Guardando…">
            {dependant ? 'Guardar cambios' : 'Agregar'}
          </Button>
        </>
      }
    >
      <form
        id="dependant-form"
        noValidate
        onSubmit={(event) => void handleSubmit(save)(event)}
        className="grid gap-5 pb-1"
      >
        <FormError error={errors.root?.message} />
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
      </form>
    </Dialog>
  )
}
