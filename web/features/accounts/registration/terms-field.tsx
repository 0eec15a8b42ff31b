import type { InputHTMLAttributes, Ref } from 'react'

import { legalVersions } from '#contract/brand.ts'
import { formatDate } from '#web/platform/formats.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'

/** Which versions one accepts. */
export const versions =
  legalVersions.terms === legalVersions.privacy
    ? `Versión del ${formatDate(legalVersions.terms)}.`
    : `Versiones del ${formatDate(legalVersions.terms)} y del ${formatDate(legalVersions.privacy)}.`

/** What goes with a sign-up whose terms were accepted: the account keeps which versions. */
export const acceptedVersions = { accepted_terms: legalVersions.terms, accepted_privacy: legalVersions.privacy }

export function TermsField(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
    error?: string | undefined
    ref?: Ref<HTMLInputElement>
  },
) {
  return (
    <CheckboxField
      {...props}
      hint={versions}
      label={
        <>
          Tengo 18 años o más y acepto los{' '}
          <a href="/terms" target="_blank" rel="noopener" className="link">
            términos y condiciones<span className="sr-only"> (se abre en otra pestaña)</span>
          </a>{' '}
          y la{' '}
          <a href="/privacy" target="_blank" rel="noopener" className="link">
            política de privacidad<span className="sr-only"> (se abre en otra pestaña)</span>
          </a>
          .
        </>
      }
    />
  )
}
