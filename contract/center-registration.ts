import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { hoursGridMessage, sessionMinutes } from './calendar.ts'
import { centerPassword, email, pastedEmail, typedEmail } from './credentials.ts'
import { optionalDepartment } from './departments.ts'
import { pickErrors } from './errors.ts'
import { document, documentErrors, fileErrors, picture } from './files.ts'
import { type IssueCode, issueParams } from './issue-codes.ts'
import { missingPlatform, needsPlatform } from './modalities.ts'
import { nameMinLength, nameTooShort, typedName } from './names.ts'
import { normalizedPassword } from './password-rules.ts'
import { cleanDigits } from './pasted-text.ts'
import { typedPhone } from './phones.ts'
import { shownVersions } from './registration.ts'
import { route } from './route.ts'
import { durationRange, maxPricedServices, pricedService } from './services.ts'
import { centerLanguageLimits, servicesListMin, specialtyLimits, typedListText } from './typed-lists.ts'
import { id, modality, typedText } from './values.ts'
import { videoLink } from './video-link.ts'
import { type WeekdayKey, weekdayKeys } from './weekday-keys.ts'

/** A local time such as «09:30»; empty when the professional does not work that day. */
const wallTime = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, 'Escribe la hora como 09:30')
  .regex(/^(?:.*[05])?$/, hoursGridMessage)

type HourKey = `${WeekdayKey}${'Start' | 'End'}`
const hourFields = Object.fromEntries(
  weekdayKeys.flatMap((weekday) => [
    [`${weekday}Start`, wallTime],
    [`${weekday}End`, wallTime],
  ]),
) as Record<HourKey, typeof wallTime>

const missingAccess = 'Por favor completa todos los campos de acceso.'
export const missingSpecialties = 'Por favor completa el nombre completo y las especialidades'
const missingContact = 'Por favor completa la dirección y teléfono de contacto'
const invalidAlternative = 'Por favor ingresa un correo alternativo válido'
const missingDuration = 'Por favor ingresa una duración de sesión válida'
export const mustAcceptBoth = 'Debes aceptar los términos y condiciones y la política de privacidad'

const optionalText = (max: number) => typedText({ max })

/** "latitude,longitude" of the pin that was set on the map; empty until then. */
const pinText = z
  .string()
  .max(50)
  .refine((text) => text === '' || readPin(text) !== undefined, 'Vuelve a poner el punto en el mapa')

export function readPin(text: string): { latitude: number; longitude: number } | undefined {
  const match = /^(-?\d{1,2}(?:\.\d{1,8})?),(-?\d{1,3}(?:\.\d{1,8})?)$/.exec(text)
  if (!match) return undefined
  const [latitude, longitude] = [Number(match[1]), Number(match[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** The centre's six-step wizard, with one entry per screen. The multipart request carries the files beside it. */
export const centerRegistrationSteps = {
  accessData: z
    .object({
      email: typedEmail(missingAccess),
      password: z.string().min(1, missingAccess).pipe(centerPassword),
      confirmPassword: z.string().min(1, missingAccess),
    })
    .refine(({ password, confirmPassword }) => normalizedPassword(password) === normalizedPassword(confirmPassword), {
      path: ['confirmPassword'],
      error: 'Las contraseñas ingresadas no coinciden.',
      params: issueParams('password_mismatch'),
    }),
  personalInfo: z.object({
    fullName: typedName({ min: 1, max: 200, message: missingSpecialties }).pipe(
      z.string().min(nameMinLength, nameTooShort),
    ),
    specialties: typedListText({ min: 1, max: 500, message: missingSpecialties, limits: specialtyLimits }),
  }),
  centerInfo: z.object({
    /** Empty for an independent professional. */
    centerName: typedName({ max: 200 }),
    address: typedText({ min: 1, max: 300, message: missingContact }),
    neighborhood: optionalText(100),
    /** When empty, the server takes it from the neighbourhood or the address, else Montevideo. */
    department: optionalDepartment.default(''),
    contactPhone: typedPhone(missingContact),
    instagram: typedText({ max: 200, plain: true }),
    facebook: typedText({ max: 200, plain: true }),
    alternativeEmail: pastedEmail.refine((text) => text === '' || email.safeParse(text).success, invalidAlternative),
    pin: pinText.default(''),
  }),
  availability: z
    .object({
      ...hourFields,
      /** The break applies to every day whose hours contain it; empty for no break. */
      breakStart: wallTime.default(''),
      breakEnd: wallTime.default(''),
      modality: z.array(modality).min(1, 'Por favor selecciona al menos una modalidad de atención').max(4),
      sessionDuration: z
        .string()
        .overwrite(cleanDigits)
        .min(1, missingDuration)
        .regex(/^\d{1,4}$/, durationRange)
        .refine(
          (digits) => Number(digits) >= sessionMinutes.min && Number(digits) <= sessionMinutes.max,
          durationRange,
        ),
      platform: optionalText(100),
      videoLink: videoLink.default(''),
      cancellationPolicy: optionalText(2000),
    })
    .superRefine((values, context) => {
      const fail = (path: string, message: string, issueCode: IssueCode = 'invalid') =>
        context.addIssue({ code: 'custom', path: [path], message, params: issueParams(issueCode) })
      for (const weekday of weekdayKeys) {
        const [start, end] = [values[`${weekday}Start`], values[`${weekday}End`]]
        if (start !== '' && end === '') fail(`${weekday}End`, 'Indica a qué hora termina', 'missing')
        else if (start === '' && end !== '') fail(`${weekday}Start`, 'Indica a qué hora empieza', 'missing')
        else if (start !== '' && start >= end) fail(`${weekday}End`, 'Tiene que terminar después de empezar')
      }
      const { breakStart, breakEnd } = values
      if (breakStart !== '' && breakEnd === '') fail('breakEnd', 'Indica a qué hora termina', 'missing')
      else if (breakStart === '' && breakEnd !== '') fail('breakStart', 'Indica a qué hora empieza', 'missing')
      else if (breakStart !== '' && breakStart >= breakEnd) fail('breakEnd', 'Tiene que terminar después de empezar')
      if (needsPlatform(values.modality) && values.platform === '') fail('platform', missingPlatform, 'missing')
    }),
  services: z.object({
    servicesList: typedText({ min: 1, max: 5000, message: 'Por favor describe los servicios que ofreces' }).pipe(
      z
        .string()
        .min(
          servicesListMin,
          `La descripción de servicios debe ser más detallada (mínimo ${servicesListMin} caracteres)`,
        ),
    ),
    languages: typedListText({ max: 200, limits: centerLanguageLimits }),
    priced: z.array(pricedService).max(maxPricedServices),
  }),
  terms: z.object({
    acceptTerms: z.boolean().refine((accepted) => accepted, mustAcceptBoth),
    acceptPrivacy: z.boolean().refine((accepted) => accepted, mustAcceptBoth),
    publicProfile: z.boolean(),
    versions: shownVersions,
  }),
} as const

export const centerRegistrationForm = z.object(centerRegistrationSteps)
export type CenterRegistrationForm = z.output<typeof centerRegistrationForm>
export type CenterRegistrationStep = keyof typeof centerRegistrationSteps

export const centerRegistrationErrors = {
  'centers.email_taken': {
    status: 409,
    message: 'Ese correo ya tiene una cuenta. Inicia sesión, o usa otro correo: lo demás queda como está.',
  },
  'centers.captcha_failed': {
    status: 422,
    message: 'No pudimos comprobar que eres una persona. Inténtalo de nuevo.',
  },
  'centers.files_later': {
    status: 429,
    message:
      'Desde tu conexión llegaron hoy muchos archivos de registros nuevos. Quita los tuyos y regístrate: después los subes desde el dashboard de tu centro.',
  },
} as const satisfies ErrorMap

/** JSON inside a multipart request, so that numbers and lists keep their types. */
const formText = z
  .string()
  .max(60_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'No es un formulario' })
      return z.NEVER
    }
  })
  .pipe(centerRegistrationForm)

export const registerCenter = route({
  method: 'POST',
  path: '/centers',
  access: 'public',
  changes: [],
  summary: 'Registra un centro o a un profesional independiente',
  description:
    'Cuenta, centro, profesional, horarios, servicios y documentos de una vez, o nada. `form` es el formulario como JSON.',
  tags: ['Centros'],
  successStatus: 201,
})
  .input(
    z.object({
      form: formText,
      captchaToken: z.string().max(4000).optional(),
      profilePhoto: picture.optional(),
      logo: picture.optional(),
      certifications: document.optional(),
    }),
  )
  .output(
    z.object({
      centerId: id,
      /** The owner cannot sign in before following the mailed link. */
      needsConfirmation: z.boolean(),
    }),
  )
  .errors({
    ...pickErrors(fileErrors, 'files.not_an_image'),
    ...documentErrors,
    ...pickErrors(centerRegistrationErrors, 'centers.email_taken', 'centers.captcha_failed', 'centers.files_later'),
  })
