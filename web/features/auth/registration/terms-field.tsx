import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

import { accountAge, legalVersions } from '#contract/brand.ts'
import { formatDate } from '#web/platform/formats.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'

export function versionsText(): string {
  const { terms, privacy } = legalVersions
  return terms === privacy
    ? `Versión del ${formatDate(terms)}.`
    : `Versiones del ${formatDate(terms)} y del ${formatDate(privacy)}.`
}

/** The accepted versions, which the sign-up sends and the account stores. */
export const acceptedVersions = () => ({
  accepted_terms: legalVersions.terms,
  accepted_privacy: legalVersions.privacy,
})

export function TermsField(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
    error?: string
    ref?: Ref<HTMLInputElement>
  },
) {
  return (
    <CheckboxField
      {...props}
      hint={versionsText()}
      label={
        <>
          Tengo {accountAge} años o más y acepto los <LegalLink href="/terms">términos y condiciones</LegalLink> y la{' '}
          <LegalLink href="/privacy">política de privacidad</LegalLink>.
        </>
      }
    />
  )
}

/** Opens in another tab, so that the form stays. */
export function LegalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="link">
      {children}
      <span className="sr-only"> (se abre en otra pestaña)</span>
    </a>
  )
}
