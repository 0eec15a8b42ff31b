import type { SoldPackage } from '#contract/packages.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { leftWords, untilWords } from './package-words.ts'
import { bookingOf, type Held, useOwnPackages } from './use-own-packages.ts'

type Choice = {
  packages: readonly SoldPackage[]
  packageId: string
  onChange: (packageId: string) => void
  /** Whose package it is, before how many are left. */
  to: 'te ' | ''
}

/** «Usar tu bono (te quedan 7 de 10)»: of several, the one that ends first. Renders nothing without one. */
export function PackageChoice({ packages: [first], packageId, onChange, to }: Choice) {
  if (!first) return null
  return (
    <CheckboxField
      label={`Usar ${to ? 'tu' : 'su'} bono (${leftWords(first, to).toLowerCase()})`}
      hint={`No se paga nada en el centro. ${untilWords(first)}. Si se cancela fuera de plazo, la sesión se usa igual, salvo que el centro devuelva todo.`}
      checked={packageId === first.id}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? first.id : '')}
    />
  )
}

type OwnChoice = Omit<Choice, 'packages' | 'to'> & { hold: Held }

/** The choice of the signed-in patient. */
export function OwnPackageChoice({ hold, ...choice }: OwnChoice) {
  return <PackageChoice {...choice} packages={useOwnPackages(bookingOf(hold))} to="te " />
}
