import type { UseFormReturn } from 'react-hook-form'

import { accountAge } from '#contract/brand.ts'
import { LegalLink, versionsText } from '#web/features/auth/registration/terms-field.tsx'
import { furthestStep } from '#web/platform/wizard-steps.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'

import type { FilesOfStep } from './chosen-files.ts'
import { lastStep } from './registration-steps.ts'
import { RegistrationSummary } from './registration-summary.tsx'
import { type RegistrationValues, withAnyPassword } from './registration-values.ts'
import { wizardSchemas } from './wizard-schemas.ts'

export function TermsStep({
  form,
  files,
  disabled,
  onEdit,
  onPasswordMissing,
}: {
  form: UseFormReturn<RegistrationValues>
  files: FilesOfStep
  disabled: boolean
  onEdit: (step: number) => void
  /** Opens the step of the password; undefined unless a reload has lost it. */
  onPasswordMissing: (() => void) | undefined
}) {
  const { register, formState } = form
  const errors = formState.errors.terms
  const values = form.getValues()
  // After a reload this renders once before the redirect to an earlier step, with nothing to summarise.
  const isComplete = furthestStep({ schemas: wizardSchemas, typed: withAnyPassword(values) }) === lastStep
  return (
    <div className="grid gap-6">
      {isComplete && (
        <RegistrationSummary
          values={values}
          files={files}
          disabled={disabled}
          onEdit={onEdit}
          onPasswordMissing={onPasswordMissing}
        />
      )}
      <div className="grid gap-1">
        <CheckboxField
          {...register('terms.acceptTerms')}
          hint={versionsText()}
          error={errors?.acceptTerms?.message}
          label={
            <>
              Tengo {accountAge} años o más y acepto los <LegalLink href="/terms">términos y condiciones</LegalLink>.
            </>
          }
        />
        <CheckboxField
          {...register('terms.acceptPrivacy')}
          error={errors?.acceptPrivacy?.message}
          label={
            <>
              Acepto la <LegalLink href="/privacy">política de privacidad</LegalLink>.
            </>
          }
        />
        <CheckboxField
          {...register('terms.publicProfile')}
          error={errors?.publicProfile?.message}
          label="Quiero que mi perfil sea público."
          hint="Aparecerás en la búsqueda cuando hayamos comprobado tus datos. Lo puedes cambiar cuando quieras."
        />
      </div>
    </div>
  )
}
