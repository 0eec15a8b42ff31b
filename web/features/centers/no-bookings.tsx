import type { CenterProfile } from '#contract/centers.ts'
import { telHref } from '#web/platform/formats.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import Phone from '~icons/lucide/phone'

/** The sentence for a centre without a valid licence: its card, its profile and its booking page show it. */
export const noBookingsNow = 'No recibe reservas por ahora.'

export function noBookingsAdvice({ phone }: Pick<CenterProfile, 'phone'>): string {
  const advice = phone ? ' Puedes llamar para saber cuándo vuelve a recibir.' : ''
  return `Las citas ya reservadas se mantienen.${advice}`
}

/** This stands in place of the booking link. */
export function CallCenter({ phone, wide = false }: { phone: string | null; wide?: boolean }) {
  if (phone === null || phone === '') return null
  return (
    <a href={telHref(phone)} className={buttonClass({ variant: 'secondary', ...(wide && { className: 'w-full' }) })}>
      <Phone aria-hidden="true" className="size-5" />
      {`Llamar al ${phone}`}
    </a>
  )
}
