import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { legalVersions } from '#contract/brand.ts'
import { patientPasswordMin } from '#contract/password-rules.ts'
import { invitedRegistration } from '#contract/registration.ts'
import { NewPasswordField } from '#web/features/auth/registration/credential-fields.tsx'
import { PersonFields } from '#web/features/auth/registration/person-fields.tsx'
import { TermsField } from '#web/features/auth/registration/terms-field.tsx'
import { pathWithNext } from '#web/features/auth/sign-in/path-with-next.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { signInWithPassword } from '#web/platform/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'
import { useRefreshEndedInvitation } from '../api/refresh-ended-invitation.ts'

type Typed = z.input<typeof invitedRegistration>

/** The registration of an invited person without an account: only name, telephone and password are missing. */
export function RegisterInvited({ token, centerName }: { token: string; centerName: string }) {
  const { queries } = useApi()
  const registration = useMutation(
    queries.team.registerInvited.mutationOptions({ onError: useRefreshEndedInvitation() }),
  )
  const router = useRouter()
  const { register, handleSubmit, setError, formState } = useForm<Typed>({
    resolver: formResolver(invitedRegistration),
    reValidateMode: 'onChange',
    defaultValues: { fullName: '', phone: '', password: '', acceptTerms: false },
  })
  const { errors, isSubmitting } = formState

  async function join(typed: Typed) {
    try {
      const { centerId, email } = await registration.mutateAsync({ ...typed, versions: legalVersions, token })
      const { error } = await signInWithPassword({ email, password: typed.password, captchaToken: undefined })
      toast({ kind: 'success', title: 'Ya eres parte del equipo', description: centerName })
      const agenda = `/center/dashboard?${new URLSearchParams({ seccion: 'agenda', centro: centerId })}`
      // With a captcha, only the form of /login can sign in.
      router.history.replace(error ? pathWithNext('/login', agenda) : agenda)
    } catch (error) {
      applyServerErrors({ setError }, error, { fields: ['fullName', 'phone', 'password', 'acceptTerms'] })
    }
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void handleSubmit(join)(event)} className="grid gap-5">
      <FormError error={formFault(errors)} />
      <PersonFields
        fullName={register('fullName')}
        phone={register('phone')}
        errors={errors}
        phoneHint="Para que el centro pueda ubicarte."
      />
      <NewPasswordField
        password={register('password')}
        error={errors.password}
        hint={`Mínimo ${patientPasswordMin} caracteres`}
      />
      <TermsField {...register('acceptTerms')} error={errors.acceptTerms?.message} />
      <Button type="submit" size="large" wide pending={isSubmitting} pendingLabel="Entrando…">
        Aceptar la invitación
      </Button>
    </form>
  )
}
