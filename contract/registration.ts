import { z } from 'zod'
import { centerPassword, patientPassword, typedEmail } from './credentials.ts'
import { issueParams } from './issue-codes.ts'
import { cleanName, nameMinLength, nameTooShort, typedName } from './names.ts'
import { optionalPhone, typedPhone } from './phones.ts'
import { signUpOptions, specialties } from './specialties.ts'
import { day, typedText } from './values.ts'

const missingAtAuth = 'Por favor, completa todos los campos obligatorios.'
const mustAccept = 'Debes aceptar los términos y condiciones.'

/** The versions that the form showed; without them, those in effect count. */
export const shownVersions = z.object({ terms: day, privacy: day }).optional()

const acceptedTerms = z.boolean(mustAccept).refine((accepted) => accepted, {
  error: mustAccept,
  params: issueParams('missing'),
})

export const patientRegistration = {
  step1: z.object({
    firstName: typedName({ min: 1, max: 80, message: 'Por favor ingresa tu nombre' }),
    lastName: typedName({ min: 1, max: 80, message: 'Por favor ingresa tu apellido' }),
  }),
  step2: z.object({
    email: typedEmail('Por favor ingresa tu email'),
    password: z.string().min(1, 'Por favor ingresa tu contraseña').pipe(patientPassword),
  }),
  step3: z.object({
    phone: typedPhone('Por favor ingresa tu teléfono'),
    address: typedText({ max: 300 }),
    emergencyContact: typedText({ max: 300 }),
    acceptTerms: acceptedTerms,
  }),
} as const

/** The form in the confirm step of a booking: only what the centre needs of a new patient. */
export const bookingRegistration = z.object({
  fullName: typedName({ min: 1, max: 200, message: 'Por favor ingresa tu nombre' }),
  email: patientRegistration.step2.shape.email,
  phone: patientRegistration.step3.shape.phone,
  password: patientRegistration.step2.shape.password,
  acceptTerms: patientRegistration.step3.shape.acceptTerms,
})

export const centerSpecialties = signUpOptions.map((key) => specialties[key].label)

export const shortRegistration = {
  patient: z.object({
    name: typedName({ min: 1, max: 200, message: missingAtAuth }),
    email: typedEmail(missingAtAuth),
    password: z.string().min(1, missingAtAuth).pipe(patientPassword),
    whatsapp: optionalPhone,
    acceptTerms: acceptedTerms,
  }),
  center: z.object({
    centerName: typedName({ min: 1, max: 200, message: missingAtAuth }).pipe(
      z.string().min(nameMinLength, nameTooShort),
    ),
    specialty: z.enum(centerSpecialties, missingAtAuth),
    responsible: typedName({ min: 1, max: 200, message: missingAtAuth }),
    whatsapp: optionalPhone,
    email: typedEmail(missingAtAuth),
    password: z.string().min(1, missingAtAuth).pipe(centerPassword),
    acceptTerms: acceptedTerms,
  }),
} as const

export const invitedRegistration = z.object({
  fullName: typedName({ min: 1, max: 200, message: 'Por favor ingresa tu nombre' }),
  password: z.string().min(1, 'Por favor ingresa tu contraseña').pipe(patientPassword),
  phone: typedPhone('Por favor ingresa tu teléfono'),
  acceptTerms: acceptedTerms,
  versions: shownVersions,
})

/** The form that a user completes once after a first sign-in through another provider. */
export const registrationCompletion = z
  .object({
    userType: z.enum(['patient', 'center'], 'Elige qué cuenta quieres'),
    fullName: typedName({ min: 1, max: 200, message: 'Por favor ingresa tu nombre' }),
    phone: typedPhone('Por favor ingresa tu teléfono'),
    /** Empty for an account that is not a centre's. */
    centerName: typedName({ max: 200 }),
    specialty: z.enum(centerSpecialties, 'Elige la especialidad').nullable(),
    acceptTerms: acceptedTerms,
    versions: shownVersions,
  })
  .refine(({ userType, centerName }) => userType === 'patient' || centerName.length >= 2, {
    path: ['centerName'],
    error: 'Por favor ingresa el nombre del centro',
  })
  .refine(({ userType, specialty }) => userType === 'patient' || specialty !== null, {
    path: ['specialty'],
    error: 'Elige la especialidad',
  })

/** A name that arrives without a form in which the user could correct it: sanitised and cut, never refused. */
export const sanitizedName = typedText({ max: 65_536 }).transform(cleanName)

export const metadataNames = ['full_name', 'nombre', 'centerName', 'responsible'] as const

/** The sign-up metadata that the server reads; it stores all other keys without reading them. */
export const signUpMetadata = z.object({
  user_type: z.enum(['patient', 'center']).catch('patient'),
  full_name: sanitizedName.catch(''),
  phone: typedText({ max: 40 }).optional().catch(undefined),
  address: typedText({ max: 300 }).optional().catch(undefined),
  emergency_contact: typedText({ max: 300 }).optional().catch(undefined),
  accepted_terms: z.string().max(40).optional().catch(undefined),
  accepted_privacy: z.string().max(40).optional().catch(undefined),
  /** The names of the fields in the forms of /auth, fixed by the protocol. */
  nombre: sanitizedName.optional().catch(undefined),
  whatsapp: typedText({ max: 40 }).optional().catch(undefined),
  centerName: sanitizedName.optional().catch(undefined),
  specialty: typedText({ max: 100 }).optional().catch(undefined),
  responsible: sanitizedName.optional().catch(undefined),
})
