import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Me } from '#contract/accounts.ts'
import { legalVersions } from '#contract/brand.ts'
import { registrationCompletion } from '#contract/registration.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { useFormToast } from '#web/ui/use-form-toast.ts'
import Building2 from '~icons/lucide/building-2'
import UserRound from '~icons/lucide/user-round'
import { CenterFields } from './center-fields.tsx'
import { PersonFields } from './person-fields.tsx'
import { TermsField } from './terms-field.tsx'

type Completion = z.output<typeof registrationCompletion>
export type Typed = {
  userType: Completion['userType'] | null
  fullName: string
  phone: string
  centerName: string
  specialty: string
  acceptTerms: boolean
}

const resolveCompletion = formResolver(registrationCompletion) as unknown as Resolver<Typed>

/** A patient's registration has no centre, even if the visitor typed one before choosing. */
function asCompletion(typed: Typed) {
  const isCenter = typed.userType === 'center'
  return { ...typed, centerName: isCenter ? typed.centerName : '', specialty: (isCenter && typed.specialty) || null }
}

function initialValues(me: Me, kind: Completion['userType'] | undefined): Typed {
  return {
    userType: kind ?? null,
    fullName: me.fullName,
    phone: me.phone ?? '',
    centerName: '',
    specialty: '',
    acceptTerms: false,
  }
}

/** Reports every error together: zod runs the check of the centre only when all other fields are valid. */
const resolver: Resolver<Typed> = async (typed, context, options) => {
  const completion = asCompletion(typed)
  const resolved = await resolveCompletion(completion as Typed, context, options)
  // These three valid values replace the typed ones, so that only the centre's fields can fail.
  const rest = { ...completion, fullName: 'x', phone: '099 123 456', acceptTerms: true }
  const issues = registrationCompletion.safeParse(rest).error?.issues ?? []
  const ofCenter = issues
    .filter(({ path }) => path[0] === 'centerName' || path[0] === 'specialty')
    .map(({ path, message }) => [path[0], { type: 'custom', message }])
  const errors = { ...Object.fromEntries(ofCenter), ...resolved.errors }
  return Object.keys(errors).length === 0 ? resolved : { values: {}, errors }
}

/** Asks for the registration data that a first sign-in through another provider does not include. */
export function CompleteRegistrationForm({
  me,
  kind,
  onCompleted,
}: {
  me: Me
  /** The kind of account that the visitor was about to create before the sign-in. */
  kind: Completion['userType'] | undefined
  onCompleted: (me: Me) => Promise<void>
}) {
  const completeRegistration = useCompleteRegistration()
  const hydrated = useHydrated()
  const toasts = useFormToast()
  const form = useForm<Typed>({
    resolver,
    reValidateMode: 'onChange',
    // It would follow the order in which fields register, where a centre's fields come last: see focusFirst.
    shouldFocusError: false,
    defaultValues: initialValues(me, kind),
  })
  const { register, handleSubmit, watch } = form
  const { errors, isSubmitting } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const isCenter = watch('userType') === 'center'

  async function send(typed: Typed) {
    toasts.clear()
    try {
      await onCompleted(
        await completeRegistration.mutateAsync({ ...asCompletion(typed), versions: legalVersions } as Completion),
      )
    } catch (error) {
      // Completed in another tab: the screen around this form redirects.
      if (errorCode(error) === 'accounts.already_registered') return
      const ofCenter = typed.userType === 'center' ? (['centerName', 'specialty'] as const) : []
      applyServerErrors(form, error, { fields: ['userType', 'fullName', 'phone', 'acceptTerms', ...ofCenter] })
      toasts.show({ kind: 'destructive', title: 'Error al registrarse', description: errorMessage(error) })
    }
  }

  return (
    <form
      ref={element}
      noValidate
      method="post"
      onSubmit={(event) => void handleSubmit(send, () => focusFirst(element.current))(event)}
      className="grid gap-5"
    >
      <FormError error={formFault(errors)} />
      <AccountKindField form={form} />
      {isCenter && (
        <CenterFields
          centerName={register('centerName')}
          specialty={register('specialty')}
          errors={errors}
          placeholder="Elige la especialidad"
        />
      )}
      <PersonFields
        fullName={register('fullName')}
        phone={register('phone')}
        errors={errors}
        nameLabel={isCenter ? 'Responsable' : 'Tu nombre'}
        phoneHint={
          isCenter ? 'Para que podamos avisarte de una reserva.' : 'Para que el centro pueda avisarte de un cambio.'
        }
      />
      <TermsField {...register('acceptTerms')} error={errors.acceptTerms?.message} />
      <Button
        type="submit"
        size="large"
        wide
        disabled={!hydrated}
        pending={isSubmitting}
        pendingLabel="Creando tu cuenta…"
      >
        Crear cuenta
      </Button>
    </form>
  )
}

function focusFirst(form: HTMLElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

function AccountKindField({ form: { register, formState } }: { form: UseFormReturn<Typed> }) {
  return (
    <RadioCards
      {...register('userType')}
      legend="¿Qué cuenta quieres?"
      columns={2}
      error={formState.errors.userType?.message}
      options={[
        {
          value: 'patient',
          label: 'Paciente',
          description: 'Para pedir horas',
          icon: <UserRound aria-hidden="true" />,
        },
        {
          value: 'center',
          label: 'Centro',
          description: 'Para recibir reservas',
          icon: <Building2 aria-hidden="true" />,
        },
      ]}
    />
  )
}

/** If another tab has completed the registration, the account is refetched, and the page redirects. */
function useCompleteRegistration() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.accounts.completeRegistration.mutationOptions({
      onError: async (error) => {
        if (errorCode(error) !== 'accounts.already_registered') return
        await queryClient.invalidateQueries({ queryKey: queries.accounts.me.queryKey() })
      },
    }),
  )
}
