import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Me, profileEdit } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { isRefusal } from '#web/platform/error-message.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'
import { useFormToast } from '#web/ui/use-form-toast.ts'

type Profile = { fullName: string; phone: string; address: string; emergencyContact: string }

const profileOf = (me: Me): Profile => ({
  fullName: me.fullName,
  phone: me.phone ?? '',
  address: me.address ?? '',
  emergencyContact: me.emergencyContact ?? '',
})

export function ProfileForm({ me }: { me: Me }) {
  const { queries } = useApi()
  const updateProfile = useMutation(queries.accounts.updateProfile.mutationOptions())
  const toasts = useFormToast()
  const form = useForm({
    resolver: formResolver(profileEdit),
    // Not `values`: a refetch in the background must not overwrite what the user is typing.
    defaultValues: profileOf(me),
  })
  const { register, handleSubmit, reset, setError, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  useUnsavedForm(isDirty)
  const edited = useEdited(me, (now) => reset(profileOf(now), { keepDirtyValues: true }))

  async function save(profile: z.output<typeof profileEdit>) {
    toasts.clear()
    try {
      const saved = await updateProfile.mutateAsync({ version: edited.seen.version, ...profile })
      edited.noteSaved(saved)
      reset(profileOf(saved))
      toasts.show({ kind: 'success', title: 'Perfil actualizado correctamente' })
    } catch (error) {
      if (edited.noteRefusal(error)) return
      if (isRefusal(error)) applyServerErrors({ setError }, error, { fields: profileEdit.keyof().options })
      toasts.show({
        kind: 'destructive',
        title: 'Error',
        description: 'Error al guardar los datos. Intenta de nuevo.',
      })
    }
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="grid gap-5">
      <FormError error={formFault(errors)} />
      <TextField
        {...register('fullName')}
        label="Nombre completo"
        required
        autoComplete="name"
        error={errors.fullName?.message}
      />
      <TextField
        {...register('phone')}
        label="Teléfono"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={
          me.userType === 'center' ? 'Para que podamos ubicarte.' : 'Para que el centro pueda avisarte de un cambio.'
        }
        error={errors.phone?.message}
      />
      <TextField
        {...register('address')}
        label="Dirección"
        optional
        autoComplete="street-address"
        hint="La usamos como propuesta cuando reservas a domicilio."
        error={errors.address?.message}
      />
      <TextField
        {...register('emergencyContact')}
        label="Contacto de emergencia"
        optional
        autoComplete="off"
        hint="Nombre y teléfono de alguien de confianza."
        error={errors.emergencyContact?.message}
      />
      {edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      <SaveButtons isDirty={isDirty} isSubmitting={isSubmitting} onDiscard={() => reset(profileOf(edited.seen))} />
    </form>
  )
}

function SaveButtons({
  isDirty,
  isSubmitting,
  onDiscard,
}: {
  isDirty: boolean
  isSubmitting: boolean
  onDiscard: () => void
}) {
  return (
    <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-end">
      <Button type="submit" pending={isSubmitting} pendingLabel="Guardando…">
        Guardar cambios
      </Button>
      {isDirty && !isSubmitting && (
        <Button variant="quiet" onClick={onDiscard}>
          Descartar cambios
        </Button>
      )}
    </div>
  )
}
