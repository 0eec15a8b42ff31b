import { z } from 'zod'
import { optionalEmail } from './credentials.ts'
import { typedName } from './names.ts'
import { optionalPhone } from './phones.ts'

/** A patient without an account, as the centre records them. */
export const guest = z.object({
  fullName: typedName({ min: 2, max: 200, message: 'Escribe el nombre' }),
  phone: optionalPhone,
  email: optionalEmail,
})
