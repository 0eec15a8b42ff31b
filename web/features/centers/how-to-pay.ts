import type { CenterProfile } from '#contract/centers.ts'

type Center = Pick<CenterProfile, 'paysOnline'>

/** How a patient pays an appointment there, for a page that comes before the booking. */
export const howToPay = ({ paysOnline }: Center): string =>
  paysOnline ? 'Se paga en línea o en el centro.' : 'Se paga en el centro.'

/** The same beside a price, where a line of a phone must suffice. */
export const whereToPay = ({ paysOnline }: Center): string =>
  paysOnline ? 'En línea o en el centro' : 'Se paga en el centro'
