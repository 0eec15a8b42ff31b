import type { Receiver } from '#contract/tax-data.ts'
import { taxNumberText } from '#contract/tax-numbers.ts'
import { dot } from '#web/ui/dot.ts'

/** `Ana Pérez · Cédula 1.234.567-2`; for a RUT also its address. */
export function receiverText({ kind, number, name, address, city, department }: Receiver): string {
  const document = `${kind === 'ci' ? 'Cédula' : 'RUT'} ${taxNumberText({ kind, number })}`
  return [name, document, ...(kind === 'rut' ? [`${address}, ${city}, ${department}`] : [])].join(dot)
}
