import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { roles, route } from './route.ts'
import { day, id, instant, typedText } from './values.ts'

export const patientPasswordMin = 6
export const centerPasswordMin = 8
/** What the protocol takes: letters with accents, ñ and emoji are more than one byte each. */
export const passwordMaxBytes = 72
export const passwordTooLongMessage =
  'La contraseña es demasiado larga: caben 72 caracteres, y las letras con tilde, la ñ y los emojis ocupan más de uno.'
export const patientPasswordMessage = 'La contraseña debe tener al menos 6 caracteres.'
/** Starts with a letter, digit or symbol of the list, holds one of each kind, and has at least `centerPasswordMin` characters. */
export const centerPasswordPattern = /^(?=[a-zA-Z\d@$!%*?&])(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&]).{8,}$/su
export const centerPasswordMessage =
  'La contraseña debe tener mínimo 8 caracteres, una mayúscula, un número y un símbolo.'

/** A patient's password, as typed into any form. */
export const patientPassword = z
  .string()
  .min(patientPasswordMin, patientPasswordMessage)
  .refine((text) => new TextEncoder().encode(text).length <= passwordMaxBytes, passwordTooLongMessage)

export const email = z.email({ error: 'Por favor ingresa un email válido' }).max(255)

/** The patient's three-step wizard; a step's keys are its screen. Titles of its toasts stand with the screen. */
export const patientRegistration = {
  step1: z.object({
    firstName: typedText({ min: 1, max: 80, message: 'Por favor ingresa tu nombre' }),
    lastName: typedText({ min: 1, max: 80, message: 'Por favor ingresa tu apellido' }),
  }),
  step2: z.object({
    email: z.string().trim().min(1, 'Por favor ingresa tu email').pipe(email),
    password: z.string().min(1, 'Por favor ingresa tu contraseña').pipe(patientPassword),
  }),
  step3: z.object({
    phone: typedText({ min: 1, max: 40, message: 'Por favor ingresa tu teléfono' }),
    address: typedText({ max: 300 }),
    emergencyContact: typedText({ max: 300 }),
    acceptTerms: z.literal(true, 'Debes aceptar los términos y condiciones.'),
  }),
} as const

/** Sign-up metadata that the server reads; everything else in it is kept but means nothing. */
export const signUpMetadata = z.object({
  user_type: z.enum(['patient', 'center']).catch('patient'),
  full_name: typedText({ max: 200 }).catch(''),
  phone: typedText({ max: 40 }).optional().catch(undefined),
  address: typedText({ max: 300 }).optional().catch(undefined),
  emergency_contact: typedText({ max: 300 }).optional().catch(undefined),
  accepted_terms: z.string().max(40).optional().catch(undefined),
  accepted_privacy: z.string().max(40).optional().catch(undefined),
})

export const accountErrors = {
  'accounts.not_found': { status: 404, message: 'No encontramos esa cuenta.' },
} as const satisfies ErrorMap

export const me = z.object({
  userId: id,
  email: z.string(),
  emailConfirmed: z.boolean(),
  userType: z.enum(['patient', 'center']),
  roles: z.array(z.enum(roles)),
  fullName: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  emergencyContact: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** Where signing in leads: the dashboard of this kind of account. */
  homePath: z.string(),
  createdAt: instant,
})
export type Me = z.output<typeof me>

export const profileEdit = z.object({
  fullName: typedText({ min: 1, max: 200, message: 'Por favor ingresa tu nombre' }),
  phone: typedText({ max: 40 }).nullable(),
  address: typedText({ max: 300 }).nullable(),
  emergencyContact: typedText({ max: 300 }).nullable(),
})

export const dependant = z.object({ id, fullName: z.string(), birthDate: day, relation: z.string() })

export const accounts = {
  me: route({
    method: 'GET',
    path: '/me',
    access: 'signedIn',
    summary: 'La cuenta de quien pregunta',
    tags: ['Cuentas'],
  }).output(me),
  updateProfile: route({
    method: 'PUT',
    path: '/me/profile',
    access: 'signedIn',
    summary: 'Cambia los datos del propio perfil',
    tags: ['Cuentas'],
  })
    .input(profileEdit)
    .output(me),
  dependants: route({
    method: 'GET',
    path: '/me/dependants',
    access: 'signedIn',
    summary: 'Las personas a cargo de quien pregunta',
    tags: ['Cuentas'],
  }).output(z.object({ items: z.array(dependant) })),
}
