import { builtInBrand } from '#contract/brand.ts'
import { claimNames } from '#contract/claims.ts'
import type { OperatorWords } from '#contract/operator.ts'

/** Of the demonstration, with what the specification names. */
export const demonstrationWords: OperatorWords = {
  ...wordsOf(builtInBrand),
  claims: claimNames,
  figures: {
    users: 'Más de 10.000',
    professionals: '500+',
    patientRating: '4,9',
    onlineBooking: '24/7',
    patients: '2000+',
    centerRating: '4,8',
    satisfiedCenters: '95 %',
  },
  testimonials: [
    {
      name: 'Lucía Ferreira',
      role: 'Paciente de fisioterapia, Pocitos',
      content:
        'Me lesioné la rodilla un viernes y el lunes ya tenía hora a seis cuadras de casa. No tuve que llamar a ningún lado.',
      rating: 5,
      face: 'lucia',
    },
    {
      name: 'Martín Olivera',
      role: 'Paciente de psicoterapia, Cordón',
      content:
        'Me costaba dar el primer paso. Poder leer con calma quién era cada profesional y elegir la hora solo me ayudó mucho.',
      rating: 5,
      face: 'martin',
    },
    {
      name: 'Ana Clara Techera',
      role: 'Mamá de un paciente de fonoaudiología, Salto',
      content:
        'Encontramos una fonoaudióloga que atiende online. Cambiar la hora cuando mi hijo se enferma lleva un minuto.',
      rating: 4,
      face: 'ana-clara',
    },
  ],
  areLegalTextsReviewed: false,
}

/**
 * Of a production whose operator has entered nothing yet: no claim, figure or testimonial, no telephone and no address, because
 * only the operator knows which are true. `email` is where mails of the service come from.
 */
export function firstWords({ email }: { email: string }): OperatorWords {
  return {
    ...wordsOf({ ...builtInBrand, email, phone: null, address: null }),
    claims: [],
    figures: {},
    testimonials: [],
    areLegalTextsReviewed: false,
  }
}

function wordsOf({ country: _country, emergency, ...brand }: typeof builtInBrand) {
  return { ...brand, emergency: emergency.map((each) => ({ ...each })) }
}
