import { brand } from '#contract/brand.ts'
import { compensationPoints, completionPoints, reviewPoints, verifiedAddressPoints } from '#contract/loyalty-words.ts'

/** What gives points, and how many. */
export const earnings = () => [
  { points: verifiedAddressPoints, reason: 'al confirmar tu correo' },
  { points: completionPoints, reason: `por cada consulta completada que reservaste o pagaste en ${brand.name}` },
  { points: reviewPoints, reason: 'por la primera calificación de esa consulta' },
  {
    points: compensationPoints,
    reason:
      'si un centro cancela una cita que reservaste hace más de una hora, con tu correo confirmado y dentro de los límites del programa',
  },
]

/** The sentence is the rule of `earns_points()` in the database. */
export const whichConsultationsCount =
  'Una consulta suma cuando su comisión y el costo del pago en línea cubren lo que valen sus puntos: siempre que pagas $ 1.500 o más en línea.'
